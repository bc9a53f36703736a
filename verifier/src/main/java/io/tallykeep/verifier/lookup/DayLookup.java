package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.table.Pointer;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.OnlineProbe;
import io.tallykeep.verifier.online.OnlineProbe.Outcome;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Optional;

/**
 * One look-up of an identity whose event day is known: steps 0 to 5 of the protocol, in this order
 * (architecture, section 5.2; the argument is in docs/protocols.md).
 *
 * <p>Rows only ever move from the online and the late table to the archive, and are in the archive
 * at its current pointer before they leave MySQL. A row that steps 1 and 2 did not see had left
 * both tables by then, so the pointer that is read afterwards names it. Only expire takes rows out
 * of the archive, and records EXPIRED before it does, which step 5 sees.
 */
final class DayLookup {
  /** The first round and three restarts. */
  private static final int ROUNDS = 4;

  private final AskedEvent asked;
  private final LocalDate day;
  private final DayReads reads;

  private UndecidableReason restartReason = UndecidableReason.KEEPS_CHANGING;
  private String restartDetail = "";

  /**
   * @param asked the event
   * @param day its day
   * @param reads what to decide by
   */
  DayLookup(AskedEvent asked, LocalDate day, DayReads reads) {
    this.asked = asked;
    this.day = day;
    this.reads = reads;
  }

  /**
   * @throws UndecidedException if nothing can be said
   * @throws SQLException if MySQL can't be read
   */
  Adjudication run() throws SQLException, UndecidedException {
    for (int round = 1; round <= ROUNDS; round++) {
      Optional<Adjudication> decided = round(round);
      if (decided.isPresent()) {
        return decided.get();
      }
    }
    throw new UndecidedException(
        restartReason, "event day " + day + ", at each of " + ROUNDS + " tries: " + restartDetail);
  }

  /** Steps 0 to 5 once; empty to start over. */
  private Optional<Adjudication> round(int round) throws SQLException, UndecidedException {
    LedgerReading first = step0ReadLedger(round);
    LedgerDay firstDay =
        first.day().orElseThrow(() -> UndecidedException.notCovered(asked.dataset(), day));
    if (firstDay.progress() == Progress.EXPIRED) {
      return Optional.of(asked.trace().noRow(new Answer.BeyondWindow()));
    }

    Outcome online = step1ProbeOnline(round, firstDay);
    if (online instanceof Outcome.Found found) {
      return hit(asked.single(Where.ONLINE, found.rows()).orElseThrow());
    }
    Optional<FoundRow> late = step2ProbeLate(round);
    if (late.isPresent()) {
      return hit(late.get());
    }

    LedgerReading again = step3ReadLedgerAgain(round);
    if (again.day().isEmpty() || again.day().get().progress() == Progress.EXPIRED) {
      return startOverLedgerChanged(first, again);
    }
    LedgerDay againDay = again.day().get();
    boolean partitionAnswered = answered(online, firstDay);
    if (partitionAnswered && onlineThroughout(first, again)) {
      return Optional.of(unseen(first));
    }
    if (!partitionAnswered && !againDay.progress().isAtLeast(Progress.DROPPING)) {
      return startOverOrPartitionGone(first, again, online);
    }
    Optional<Pointer> pointer = step3ReadPointer(round, againDay);

    ArchiveProbe.Outcome archived = step4ProbeArchive(round, pointer);
    if (archived instanceof ArchiveProbe.Outcome.Found found) {
      return hit(found.row());
    }
    if (archived instanceof ArchiveProbe.Outcome.Vanished vanished) {
      return startOver(UndecidableReason.ARCHIVE_UNREADABLE, vanished.detail());
    }
    LedgerReading last = step5ReadLedgerOnceMore(round);
    if (!last.sameStateAs(first)) {
      return startOverLedgerChanged(first, last);
    }
    if (!partitionAnswered || againDay.progress().isAtLeast(Progress.DROPPED)) {
      requireProof(againDay, rowsOfDay(archived));
    }
    return Optional.of(unseen(first));
  }

  /** Step 0: the day's ledger row. An UNSEEN carries its epoch and server. */
  private LedgerReading step0ReadLedger(int round) throws SQLException, UndecidedException {
    LedgerReading reading = readLedger(LookupStep.LEDGER_FIRST, round);
    asked.trace().firstReading(reading);
    return reading;
  }

  /**
   * Step 1: the online table by identity, naming the table partition of the day, unless that was
   * dropped before the look-up began: whether a partition answers then makes no difference.
   */
  private Outcome step1ProbeOnline(int round, LedgerDay firstDay)
      throws SQLException, UndecidedException {
    try {
      if (firstDay.progress().isAtLeast(Progress.DROPPED)) {
        return OnlineProbe.probeDropped(reads.online(round));
      }
      return OnlineProbe.probe(reads.online(round), day);
    } catch (PartitioningNotSupported e) {
      throw new UndecidedException(
          UndecidableReason.PARTITIONING_NOT_SUPPORTED, String.valueOf(e.getMessage()));
    }
  }

  /** Step 2: the late table. */
  private Optional<FoundRow> step2ProbeLate(int round) throws SQLException, UndecidedException {
    return asked.single(Where.LATE, reads.late(round));
  }

  /** Step 3: the ledger row again, before the pointer: it says how old the pointer may be. */
  private LedgerReading step3ReadLedgerAgain(int round) throws SQLException, UndecidedException {
    return readLedger(LookupStep.LEDGER_AGAIN, round);
  }

  /** Step 3, after the ledger: the archive's pointer, which the ledger's sequence must not pass. */
  private Optional<Pointer> step3ReadPointer(int round, LedgerDay row)
      throws SQLException, UndecidedException {
    Optional<Pointer> pointer = reads.pointer(round);
    ArchiveProbe.requireUsable(asked.dataset(), pointer, row.snapshotSequence());
    return pointer;
  }

  /** Step 4: the archive at exactly that pointer. */
  private ArchiveProbe.Outcome step4ProbeArchive(int round, Optional<Pointer> pointer)
      throws UndecidedException {
    return reads.archive(round, pointer);
  }

  /**
   * Step 5: the ledger row once more. It is compared with step 0's, so that whatever happened to
   * the day since the look-up began shows, not only since the pointer was read.
   */
  private LedgerReading step5ReadLedgerOnceMore(int round) throws SQLException, UndecidedException {
    return readLedger(LookupStep.LEDGER_LAST, round);
  }

  private LedgerReading readLedger(LookupStep step, int round)
      throws SQLException, UndecidedException {
    LedgerReading reading = reads.ledger(step, round);
    if (reading.mayLag()) {
      throw UndecidedException.laggingServer(reading.serverUuid());
    }
    if (reading.readsUncommitted()) {
      throw UndecidedException.readsUncommitted();
    }
    return reading;
  }

  /** First hit wins. */
  private Optional<Adjudication> hit(FoundRow row) throws UndecidedException {
    return Optional.of(asked.adjudicate(row, Optional.of(day)));
  }

  private Optional<Adjudication> startOver(UndecidableReason reason, String detail) {
    restartReason = reason;
    restartDetail = detail;
    return Optional.empty();
  }

  private Optional<Adjudication> startOverLedgerChanged(LedgerReading from, LedgerReading to) {
    return startOver(
        UndecidableReason.KEEPS_CHANGING,
        "the ledger said " + shown(from) + " first and " + shown(to) + " afterwards");
  }

  private static String shown(LedgerReading reading) {
    return reading.day().map(row -> row.progress() + " with epoch " + row.epoch()).orElse("nothing")
        + " (server "
        + reading.serverUuid()
        + ")";
  }

  /** Whether the partition that the ledger names was there and answered. */
  private static boolean answered(Outcome online, LedgerDay row) {
    return online instanceof Outcome.Missing missing
        && row.tablePartition().filter(missing.partition()::isNamed).isPresent();
  }

  /**
   * The rule that spares step 4: ONLINE at steps 0 and 3 with the same epoch and server. No row of
   * the day can have left MySQL then.
   */
  private static boolean onlineThroughout(LedgerReading first, LedgerReading again) {
    return first.day().filter(row -> row.progress() == Progress.ONLINE).isPresent()
        && again.sameStateAs(first);
  }

  /**
   * The partition did not answer and the ledger, read after it, doesn't say that it was dropped.
   * Where the ledger changed meanwhile both may be right, each for its moment.
   */
  private Optional<Adjudication> startOverOrPartitionGone(
      LedgerReading first, LedgerReading again, Outcome online) throws UndecidedException {
    if (!again.sameStateAs(first)) {
      return startOverLedgerChanged(first, again);
    }
    LedgerDay row = again.day().orElseThrow();
    throw new UndecidedException(
        UndecidableReason.PARTITION_GONE,
        "table "
            + asked.dataset().table()
            + ", event day "
            + day
            + ": the ledger says "
            + row.progress()
            + " in table partition "
            + row.tablePartition().orElse("(none recorded)")
            + ", but "
            + whatAnswered(online)
            + ". Somebody dropped or reorganized it: rows may be missing.");
  }

  private static String whatAnswered(Outcome online) {
    if (online instanceof Outcome.Missing missing) {
      return "the day's rows now belong to table partition " + missing.partition().name();
    }
    return online instanceof Outcome.NoPartition none
        ? none.why()
        : "the day was DROPPED when the look-up began";
  }

  /**
   * Where MySQL no longer has the day's partition, only a proven archive that still holds all rows
   * it was proven with may say that one isn't there.
   */
  private void requireProof(LedgerDay row, long rowsInArchive) throws UndecidedException {
    if (row.digest().isEmpty() || row.rowCount().isEmpty() || row.snapshotSequence() == 0) {
      throw new UndecidedException(
          UndecidableReason.NOT_PROVEN,
          "event day "
              + day
              + " is "
              + row.progress()
              + ", but its ledger row holds no row count, digest and snapshot sequence of a proven"
              + " archive. Find out who changed the ledger.");
    }
    if (row.progress() == Progress.DROPPING && row.attention() == Attention.QUARANTINED) {
      throw new UndecidedException(
          UndecidableReason.NOT_PROVEN,
          "event day "
              + day
              + ": its drop was stopped ("
              + row.attentionReason().orElse("no reason recorded")
              + "), and yet its table partition is gone. Find out who dropped or renamed it.");
    }
    if (rowsInArchive < row.rowCount().getAsLong()) {
      throw new UndecidedException(
          UndecidableReason.NOT_PROVEN,
          "event day "
              + day
              + " was proven with "
              + row.rowCount().getAsLong()
              + " rows, but the archive holds "
              + rowsInArchive
              + " now. Run the audit and restore what is missing.");
    }
  }

  private static long rowsOfDay(ArchiveProbe.Outcome archived) {
    return archived instanceof ArchiveProbe.Outcome.Missing missing ? missing.rowsOfDay() : 0;
  }

  private Adjudication unseen(LedgerReading first) {
    return asked
        .trace()
        .noRow(new Answer.Unseen(first.day().orElseThrow().epoch(), first.serverUuid()));
  }
}
