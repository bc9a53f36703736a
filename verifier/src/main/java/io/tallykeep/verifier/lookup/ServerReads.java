package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.table.Pointer;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.online.DayStatements;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reads of a day's look-up from the servers, each reported before it starts. */
final class ServerReads implements DayReads {
  private final LookupContext context;
  private final LocalDate day;

  ServerReads(LookupContext context, LocalDate day) {
    this.context = context;
    this.day = day;
  }

  @Override
  public LedgerReading ledger(LookupStep step, int round) throws SQLException {
    return DayLedger.read(context.read(step, round), context.ledgerKey(), day);
  }

  @Override
  public DayStatements online(int round) throws SQLException {
    return context
        .shape()
        .online()
        .statements(context.read(LookupStep.ONLINE, round), day, context.asked().identity());
  }

  @Override
  public List<@Nullable Object[]> late(int round) throws SQLException {
    return context
        .shape()
        .late()
        .probe(context.read(LookupStep.LATE, round), context.asked().identity());
  }

  @Override
  public Optional<Pointer> pointer(int round) throws SQLException {
    return context.pointer(round);
  }

  @Override
  public ArchiveProbe.Outcome archive(int round, Optional<Pointer> pointer)
      throws UndecidedException {
    context.asked().trace().before(LookupStep.ARCHIVE, round);
    return context
        .shape()
        .archive()
        .probe(pointer, day, context.asked().identity(), context.asked().trace().reads());
  }
}
