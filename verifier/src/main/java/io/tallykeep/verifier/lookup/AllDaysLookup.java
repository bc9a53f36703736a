package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.table.Pointer;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerListing;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One look-up of an identity whose event day nobody knows: all covered days are searched, in the
 * order of the protocol. A row that is found answers; a miss is UNDECIDABLE, since the event may
 * belong to a day that is not covered.
 */
final class AllDaysLookup {
  /** The first round and three restarts, after objects that vanished. */
  private static final int ROUNDS = 4;

  private final LookupContext context;

  AllDaysLookup(LookupContext context) {
    this.context = context;
  }

  /**
   * @throws UndecidedException if no row is found, or nothing can be said about the one found
   * @throws SQLException if MySQL can't be read
   */
  Adjudication run() throws SQLException, UndecidedException {
    String vanished = "";
    for (int round = 1; round <= ROUNDS; round++) {
      LedgerListing ledger = readLedger(LookupStep.LEDGER_FIRST, round);
      Optional<FoundRow> row = probeMysql(round, searched(ledger));
      if (row.isPresent()) {
        return hit(row.get(), ledger);
      }
      LedgerListing again = readLedger(LookupStep.LEDGER_AGAIN, round);
      Optional<Pointer> pointer = readPointer(round, again);
      ArchiveProbe.Outcome archived = probeArchive(round, pointer, again);
      if (archived instanceof ArchiveProbe.Outcome.Found found) {
        return hit(found.row(), again);
      }
      if (archived instanceof ArchiveProbe.Outcome.Missing) {
        throw new UndecidedException(
            UndecidableReason.EVENT_DAY_UNKNOWN,
            "no event day was given, and none of the "
                + searched(again).size()
                + " covered days of dataset "
                + context.asked().dataset().lockName()
                + " holds the event; it may belong to another day. Ask with its event day.");
      }
      vanished = archived instanceof ArchiveProbe.Outcome.Vanished v ? v.detail() : vanished;
    }
    throw new UndecidedException(
        UndecidableReason.ARCHIVE_UNREADABLE, "at each of " + ROUNDS + " tries: " + vanished);
  }

  private LedgerListing readLedger(LookupStep step, int round)
      throws SQLException, UndecidedException {
    LedgerListing listing = DayLedger.days(context.read(step, round), context.ledgerKey());
    if (listing.mayLag()) {
      throw UndecidedException.laggingServer(listing.serverUuid());
    }
    if (listing.readsUncommitted()) {
      throw UndecidedException.readsUncommitted();
    }
    return listing;
  }

  private Optional<FoundRow> probeMysql(int round, List<LocalDate> days)
      throws SQLException, UndecidedException {
    Optional<FoundRow> online =
        context
            .asked()
            .single(
                Where.ONLINE,
                context
                    .shape()
                    .online()
                    .probe(
                        context.read(LookupStep.ONLINE, round), days, context.asked().identity()));
    if (online.isPresent()) {
      return online;
    }
    return context
        .asked()
        .single(
            Where.LATE,
            context
                .shape()
                .late()
                .probe(context.read(LookupStep.LATE, round), context.asked().identity()));
  }

  private Optional<Pointer> readPointer(int round, LedgerListing ledger)
      throws SQLException, UndecidedException {
    long sequence = ledger.days().stream().mapToLong(LedgerDay::snapshotSequence).max().orElse(0);
    Optional<Pointer> pointer = context.pointer(round);
    ArchiveProbe.requireUsable(context.asked().dataset(), pointer, sequence);
    return pointer;
  }

  /** Several days at once; the newest that has a row counts, since replays are mostly of late. */
  private ArchiveProbe.Outcome probeArchive(
      int round, Optional<Pointer> pointer, LedgerListing ledger) throws UndecidedException {
    context.asked().trace().before(LookupStep.ARCHIVE, round);
    List<LocalDate> newestFirst = new ArrayList<>(searched(ledger));
    newestFirst.sort(Comparator.reverseOrder());
    return context
        .shape()
        .archive()
        .probe(pointer, newestFirst, context.asked().identity(), context.asked().trace().reads());
  }

  private static List<LocalDate> searched(LedgerListing ledger) {
    return ledger.days().stream()
        .filter(row -> row.progress() != Progress.EXPIRED)
        .map(LedgerDay::day)
        .toList();
  }

  /** The ledger row of the found row's day decides whether the row may answer. */
  private Adjudication hit(FoundRow found, LedgerListing ledger) throws UndecidedException {
    LocalDate day = new RowVerdict(context.asked().dataset(), found).eventDay();
    context.asked().trace().eventDay(day);
    context.asked().trace().firstReading(ledger.reading(day));
    LedgerDay row =
        ledger
            .day(day)
            .orElseThrow(() -> UndecidedException.notCovered(context.asked().dataset(), day));
    if (row.progress() == Progress.EXPIRED) {
      return context.asked().trace().noRow(new Answer.BeyondWindow());
    }
    return context.asked().adjudicate(found, Optional.empty());
  }
}
