package io.tallykeep.jobs.retention.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.ledger.LedgerTransitions.LastLook;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A day ledger of an adopted table, and what tests do to three of its days. */
abstract class AdoptedLedger {
  static final String RUN = "run-1";
  static final String DIGEST = "ab".repeat(32);

  GuardedTable table;
  Session session;
  LedgerTransitions ledger;
  PartitionDays days;

  @BeforeEach
  void adoptATable() throws SQLException {
    table = GuardedTable.adopted();
    session = Session.open(table.source());
    ledger = new LedgerTransitions(table.ledgerKey());
    days = new PartitionDays("p", table.daysAgo(15), table.daysAgo(13));
  }

  @AfterEach
  void disconnect() throws SQLException {
    session.close();
  }

  /** Insists that the days moved; returns the epoch. */
  static long moved(TransitionOutcome outcome) {
    assertThat(outcome).isInstanceOf(TransitionOutcome.Moved.class);
    return ((TransitionOutcome.Moved) outcome).epoch();
  }

  /** Insists that it was refused; returns why. */
  static String refused(TransitionOutcome outcome) {
    assertThat(outcome).isInstanceOf(TransitionOutcome.Refused.class);
    return ((TransitionOutcome.Refused) outcome).detail();
  }

  void assertAll(Progress progress) throws SQLException {
    for (LocalDate day : days.days()) {
      assertThat(table.day(day).progress()).as("%s", day).isEqualTo(progress);
    }
  }

  /** Closes the days and freezes them. */
  FrozenDays freeze() throws SQLException {
    moved(ledger.close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE));
    return freezeAgain();
  }

  /** Freezes the days, which are closed. */
  FrozenDays freezeAgain() throws SQLException {
    return new FrozenDays(
        days, moved(ledger.freeze(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE)));
  }

  static Map<LocalDate, DayProof> proofs(PartitionDays days) {
    DayProof proof = new DayProof(7, DIGEST);
    return days.days().stream().collect(Collectors.toMap(day -> day, day -> proof));
  }
}
