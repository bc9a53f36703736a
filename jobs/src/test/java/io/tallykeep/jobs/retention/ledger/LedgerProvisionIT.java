package io.tallykeep.jobs.retention.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.TablePartition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerProvisionIT {
  private GuardedTable table;
  private Session session;
  private LedgerProvision provision;
  private LocalDate next;

  @BeforeEach
  void adoptATable() throws SQLException {
    table = GuardedTable.adopted();
    session = Session.open(table.source());
    provision = new LedgerProvision(table.ledgerKey());
    next = table.today().plusDays(4);
  }

  @AfterEach
  void disconnect() throws SQLException {
    session.close();
  }

  private static TablePartition partition(Optional<LocalDate> from, LocalDate endExclusive) {
    return new TablePartition(Identifier.of("p_new"), from, Optional.of(endExclusive), 99);
  }

  private TransitionOutcome cover(TablePartition partition, LocalDate... days) throws SQLException {
    return provision.cover(session, partition, List.of(days), GuardedTable.YOUNG_DAYS);
  }

  private long rows() throws SQLException {
    return table.number("SELECT COUNT(*) FROM " + table.ledger());
  }

  @Test
  void youngDaysOfANewPartitionAreCoveredOnce() throws SQLException {
    TablePartition partition = partition(Optional.of(next), next.plusDays(2));

    assertThat(cover(partition, next, next.plusDays(1)))
        .isInstanceOf(TransitionOutcome.Moved.class);
    long epoch = table.day(next).epoch();
    assertThat(cover(partition, next, next.plusDays(1)))
        .isInstanceOf(TransitionOutcome.Moved.class);

    assertThat(table.day(next).progress()).isEqualTo(Progress.ONLINE);
    assertThat(table.day(next).tablePartition()).contains("p_new");
    assertThat(table.day(next).epoch()).isEqualTo(epoch).isGreaterThan(1_700_000_000_000_000L);
  }

  @Test
  void aDayThatIsNotYoungIsNeverCoveredAfterwards() throws SQLException {
    session.execute(
        "DELETE FROM " + table.ledger() + " WHERE event_day = '" + table.daysAgo(8) + "'");
    TablePartition partition = partition(Optional.of(table.daysAgo(8)), table.daysAgo(6));

    TransitionOutcome outcome = cover(partition, table.daysAgo(8));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            TransitionOutcome.Refused.class,
            refused -> assertThat(refused.detail()).contains("is not young"));
    assertThat(rows()).isEqualTo(21);
  }

  @Test
  void noDayIsAddedToAPartitionThatIsNotWhollyOnline() throws SQLException {
    table.force(table.today().plusDays(3), "DROPPING");
    TablePartition partition = partition(Optional.of(table.today().plusDays(3)), next.plusDays(1));

    assertThat(cover(partition, next))
        .isInstanceOfSatisfying(
            TransitionOutcome.Refused.class,
            refused ->
                assertThat(refused.detail())
                    .contains("is not wholly ONLINE")
                    .contains(table.today().plusDays(3) + " DROPPING"));
    assertThat(rows()).isEqualTo(22);
  }

  @Test
  void daysDroppedBeforeDoNotSpoilTheFirstPartition() throws SQLException {
    session.execute("UPDATE " + table.ledger() + " SET progress = 'DROPPED'");
    TablePartition first = partition(Optional.empty(), next.plusDays(1));

    assertThat(cover(first, next)).isInstanceOf(TransitionOutcome.Moved.class);
  }

  @Test
  void aDayOutsideThePartitionIsRefused() throws SQLException {
    TablePartition partition = partition(Optional.of(next), next.plusDays(1));

    assertThat(cover(partition, next.plusDays(1))).isInstanceOf(TransitionOutcome.Refused.class);
  }

  @Test
  void oneDayRefusedMeansNoneIsCovered() throws SQLException {
    session.execute(
        "DELETE FROM "
            + table.ledger()
            + " WHERE event_day > '2000-01-01' AND event_day < '9000-01-01'");
    TablePartition partition = partition(Optional.of(table.daysAgo(9)), next);

    assertThat(cover(partition, table.today(), table.daysAgo(9)))
        .isInstanceOf(TransitionOutcome.Refused.class);
    assertThat(rows()).isEqualTo(2);
  }

  @Test
  void aRefusedInsertsGapLockDoesNotReachTheNeighbourDataset() throws SQLException {
    LedgerKey neighbour = new LedgerKey(table.control(), "jnbox", 0);
    PartitionDays days = new PartitionDays("p", table.daysAgo(3), table.today());
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      statement.execute("START TRANSACTION");
      insertRefused(statement, table.daysAgo(18));

      assertThat(new LedgerProvision(neighbour).adopt(session, List.of(days)))
          .isInstanceOf(TransitionOutcome.Moved.class);
      assertThat(cover(partition(Optional.of(next), next.plusDays(1)), next))
          .isInstanceOf(TransitionOutcome.Moved.class);
    }
  }

  private static void insertRefused(Statement statement, LocalDate day) throws SQLException {
    try {
      statement.execute(GuardedTable.insertSql("refused", day));
    } catch (SQLException e) {
      assertThat(e.getErrorCode()).isEqualTo(30_501);
      return;
    }
    throw new AssertionError("the guard let a row of " + day + " in");
  }

  @Test
  void aGapThatStaysLockedIsBusy() throws SQLException {
    session.execute("SET SESSION innodb_lock_wait_timeout = 1");
    session.execute("DELETE FROM " + table.ledger() + " WHERE event_day = '" + table.today() + "'");
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      statement.execute("START TRANSACTION");
      statement.execute(
          "SELECT * FROM "
              + table.ledger()
              + " WHERE dataset = 'inbox' AND shard = 0 AND event_day = '"
              + table.today()
              + "' FOR SHARE");

      assertThat(cover(partition(Optional.of(table.today()), next), table.today()))
          .isInstanceOfSatisfying(
              TransitionOutcome.Busy.class,
              busy -> assertThat(busy.detail()).contains("keeps that gap locked (5 tries)"));
    }
  }

  @Test
  void aDatasetIsAdoptedOnce() throws SQLException {
    PartitionDays days = new PartitionDays("p", table.daysAgo(3), table.today());

    assertThat(provision.adopt(session, List.of(days)))
        .isInstanceOf(TransitionOutcome.Refused.class);
    assertThat(rows()).isEqualTo(22);
  }
}
