package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.table.Pointer;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.DayStatements;
import io.tallykeep.verifier.online.TablePartition;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Orders of the reads that are not the protocol's. The product decides as ever; what it is given
 * was read too early, or not at all. Several guards of the protocol stand behind one another, so
 * that some of these show only when others are switched off as well.
 */
public enum WrongOrder {
  /** The archive is read before everything else. */
  ARCHIVE_FIRST,
  /** The pointer is read before the tables, the archive at its place. */
  POINTER_FIRST,
  /** The pointer is read between the tables and the ledger's second reading. */
  POINTER_BEFORE_LEDGER,
  /** The ledger is not read again at the end. */
  NO_STEP_5,
  /** The archive is skipped whatever the day's progress, where its partition answered. */
  SKIP_ANY_PROGRESS,
  /** The archive is skipped by the ledger's first reading, whichever partition has answered. */
  SKIP_UNNAMED,
  /** The archive is skipped by the ledger's first reading alone. */
  SKIP_BY_ONE_READ,
  /** The verdict carries the epoch of step 3. */
  EPOCH_OF_STEP_3,
  /** The late table before the online table: as good as the other way round. */
  LATE_BEFORE_ONLINE;

  /** What else stands in the way of a false UNSEEN. */
  public enum Guard {
    /** The pointer must not be older than the ledger's snapshot sequence. */
    SEQUENCE,
    /** The archive must still list the rows that were proven. */
    PROOF,
    /** The ledger's last reading must be the first. */
    STEP_5
  }

  /** All merges of an event's states with a look-up of this order. */
  public Merges.Result merges(EventRecord event, Set<Guard> off) {
    return Merges.of(event, event.distinctStates(), reads -> new Reordered(this, off, reads));
  }

  /** All merges with the protocol's order, without some of the guards. */
  public static Merges.Result rightOrder(EventRecord event, Set<Guard> off) {
    return Merges.of(event, event.distinctStates(), reads -> new Reordered(null, off, reads));
  }

  /** All merges with the protocol's order, without some guards, beside an expire in wrong order. */
  public static Merges.Result pointerBeforeExpired(EventRecord event, Set<Guard> off) {
    List<Readings> states = new ArrayList<>(event.distinctStates());
    for (int i = 1; i + 1 < states.size(); i++) {
      if (isExpired(states.get(i)) && !isExpired(states.get(i - 1))) {
        Readings removed = states.get(i + 1);
        states.set(
            i,
            new Readings(
                removed.state(),
                states.get(i - 1).ledger(),
                removed.bounds(),
                removed.rows(),
                removed.late(),
                removed.pointer(),
                removed.archive()));
        break;
      }
    }
    return Merges.of(event, states, reads -> new Reordered(null, off, reads));
  }

  private static boolean isExpired(Readings state) {
    return state
        .ledger()
        .value()
        .flatMap(LedgerReading::day)
        .filter(day -> day.progress() == Progress.EXPIRED)
        .isPresent();
  }

  /** Reads ahead, or not at all. */
  private static final class Reordered implements DayReads, Merges.Order {
    private final @Nullable WrongOrder order;
    private final Set<Guard> off;
    private final MergeReads reads;
    private @Nullable LedgerReading first;
    private @Nullable LedgerReading again;
    private @Nullable Optional<Pointer> pointer;
    private ArchiveProbe.@Nullable Outcome archive;
    private @Nullable List<@Nullable Object[]> late;

    Reordered(@Nullable WrongOrder order, Set<Guard> off, MergeReads reads) {
      this.order = order;
      this.off = off;
      this.reads = reads;
    }

    @Override
    public DayReads reads() {
      return this;
    }

    @Override
    public long epoch(Answer.Unseen answer) {
      LedgerReading third = again;
      return order == EPOCH_OF_STEP_3 && third != null
          ? third.day().orElseThrow().epoch()
          : answer.epoch();
    }

    @Override
    public LedgerReading ledger(LookupStep step, int round) throws SQLException {
      return switch (step) {
        case LEDGER_FIRST -> first(round);
        case LEDGER_AGAIN -> again(round);
        default -> last(round);
      };
    }

    private LedgerReading first(int round) throws SQLException {
      if (round == 1 && (order == ARCHIVE_FIRST || order == POINTER_FIRST)) {
        Optional<Pointer> early = reads.pointer(round);
        pointer = early;
        archive = order == ARCHIVE_FIRST ? reads.archive(round, early) : null;
      }
      LedgerReading reading = seen(reads.ledger(LookupStep.LEDGER_FIRST, round));
      first = reading;
      return reading;
    }

    private LedgerReading again(int round) throws SQLException {
      if (order == SKIP_BY_ONE_READ || order == SKIP_UNNAMED) {
        return known(first);
      }
      if (order == POINTER_BEFORE_LEDGER) {
        pointer = reads.pointer(round);
      }
      LedgerReading reading = seen(reads.ledger(LookupStep.LEDGER_AGAIN, round));
      again = reading;
      return reading;
    }

    private LedgerReading last(int round) throws SQLException {
      if (order == NO_STEP_5 || off.contains(Guard.STEP_5)) {
        return known(first);
      }
      LedgerReading reading = seen(reads.ledger(LookupStep.LEDGER_LAST, round));
      return order == EPOCH_OF_STEP_3 && reading.sameStateAs(known(again)) ? known(first) : reading;
    }

    private LedgerReading seen(LedgerReading reading) {
      if (order != SKIP_ANY_PROGRESS) {
        return reading;
      }
      return new LedgerReading(
          reading.day().map(Reordered::asOnline),
          reading.serverUuid(),
          reading.mayLag(),
          reading.readsUncommitted());
    }

    private static LedgerDay asOnline(LedgerDay day) {
      return day.progress().isAtLeast(Progress.DROPPING)
          ? day
          : new LedgerDay(
              day.day(),
              Progress.ONLINE,
              day.attention(),
              day.attentionReason(),
              day.epoch(),
              day.freezeNumber(),
              day.tablePartition(),
              day.runId(),
              day.snapshotSequence(),
              day.rowCount(),
              day.digest(),
              day.holdUntil());
    }

    @Override
    public DayStatements online(int round) {
      if (order == LATE_BEFORE_ONLINE) {
        try {
          late = reads.late(round);
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }
      DayStatements statements = reads.online(round);
      return order == SKIP_UNNAMED ? unnamed(statements) : statements;
    }

    /** As a probe of the table without a partition's name would answer. */
    private DayStatements unnamed(DayStatements statements) {
      return new DayStatements() {
        @Override
        public Optional<TablePartitions> lastBounds() {
          return reads.state(0).bounds().value();
        }

        @Override
        public Optional<List<@Nullable Object[]>> rows(TablePartition partition)
            throws SQLException {
          return Optional.of(statements.rows(partition).orElse(List.of()));
        }

        @Override
        public List<@Nullable Object[]> rowsInAnyPartition() throws SQLException {
          return statements.rowsInAnyPartition();
        }

        @Override
        public TablePartitions bounds() {
          return reads.state(0).bounds().value().orElseThrow();
        }
      };
    }

    @Override
    public List<@Nullable Object[]> late(int round) throws SQLException {
      return order == LATE_BEFORE_ONLINE ? known(late) : reads.late(round);
    }

    @Override
    public Optional<Pointer> pointer(int round) throws SQLException {
      Optional<Pointer> early = pointer;
      Optional<Pointer> found = early != null ? early : reads.pointer(round);
      pointer = found;
      return off.contains(Guard.SEQUENCE)
          ? Optional.of(
              found
                  .map(
                      at ->
                          new Pointer(
                              at.metadataLocation(), at.ownHead(), Long.MAX_VALUE, at.serverUuid()))
                  .orElse(new Pointer("", Optional.of(""), Long.MAX_VALUE, "")))
          : found;
    }

    @Override
    public ArchiveProbe.Outcome archive(int round, Optional<Pointer> at) {
      ArchiveProbe.Outcome early = archive;
      ArchiveProbe.Outcome found = early != null ? early : reads.archive(round, at);
      return off.contains(Guard.PROOF) && found instanceof ArchiveProbe.Outcome.Missing
          ? new ArchiveProbe.Outcome.Missing(Long.MAX_VALUE)
          : found;
    }

    private static <T> T known(@Nullable T value) {
      return Objects.requireNonNull(value);
    }
  }
}
