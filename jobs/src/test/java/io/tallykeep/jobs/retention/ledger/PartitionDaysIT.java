package io.tallykeep.jobs.retention.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartition;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PartitionDaysIT {
  private GuardedTable table;
  private Session session;
  private LocalDate oldest;

  @BeforeEach
  void adoptATable() throws SQLException {
    table = GuardedTable.adopted();
    session = Session.open(table.source());
    oldest = table.daysAgo(GuardedTable.OLDEST_DAYS_AGO);
  }

  @AfterEach
  void disconnect() throws SQLException {
    session.close();
  }

  private PartitionDays.Reading read(LocalDate day) throws SQLException, PartitioningNotSupported {
    TablePartition partition =
        TablePartitions.read(session.connection(), table.dataset()).partitionOf(day).orElseThrow();
    return PartitionDays.read(session, table.ledgerKey(), partition);
  }

  @Test
  void aPartitionsDaysAreThoseWithinItsBounds() throws Exception {
    assertThat(read(oldest.plusDays(1)))
        .isInstanceOfSatisfying(
            PartitionDays.Reading.Whole.class,
            whole ->
                assertThat(whole.rows())
                    .extracting(LedgerDay::day)
                    .containsExactly(oldest.plusDays(1)));
  }

  /** As a run leaves it that ended between DROP PARTITION and its record in the ledger. */
  @Test
  void aDayBeingDroppedWithItsPartitionGoneIsNotTheNextPartitions() throws Exception {
    table.force(oldest, "DROPPING");
    session.execute("ALTER TABLE inbox DROP PARTITION " + GuardedTable.partition(oldest));

    assertThat(read(oldest))
        .isInstanceOfSatisfying(
            PartitionDays.Reading.Whole.class,
            whole -> {
              assertThat(whole.days().first()).isEqualTo(oldest.plusDays(1));
              assertThat(whole.days().last()).isEqualTo(oldest.plusDays(1));
            });
  }

  @Test
  void aDayWhosePartitionSomebodyElseDroppedIsNoDayOfTheNextPartition() throws Exception {
    table.force(oldest, "CLOSED");
    session.execute("ALTER TABLE inbox DROP PARTITION " + GuardedTable.partition(oldest));

    assertThat(read(oldest))
        .isInstanceOfSatisfying(
            PartitionDays.Reading.Whole.class,
            whole -> {
              assertThat(whole.days().first()).isEqualTo(oldest.plusDays(1));
              assertThat(whole.rows()).noneMatch(row -> row.day().equals(oldest));
            });
  }

  @Test
  void aDayWithoutARowMakesItsPartitionNotWhole() throws Exception {
    session.execute(
        "DELETE FROM " + table.ledger() + " WHERE event_day = '" + oldest.plusDays(1) + "'");

    assertThat(read(oldest.plusDays(1)))
        .isInstanceOfSatisfying(
            PartitionDays.Reading.NotWhole.class,
            not -> assertThat(not.why()).contains("no day of table partition"));
  }
}
