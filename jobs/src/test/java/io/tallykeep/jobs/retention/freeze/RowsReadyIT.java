package io.tallykeep.jobs.retention.freeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.sandbox.Sandbox;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowsReadyIT {
  private GuardedTable table;
  private LocalDate day;

  @BeforeEach
  void createATable() throws SQLException {
    table = GuardedTable.bare(Sandbox.shared());
    day = table.daysAgo(12);
  }

  private List<RowsFinding> check(Dataset dataset) throws SQLException {
    try (Session session = Session.open(table.source())) {
      return new RowsReady(dataset).check(session, Identifier.of(GuardedTable.partition(day)));
    }
  }

  /** Rows whose state and operation are expressions over n, from 1 on. */
  private void fill(int rows, String status, String operation) throws SQLException {
    table.execute(
        "INSERT INTO inbox (consumer, event_id, event_day, status, operation_id)"
            + " WITH RECURSIVE n AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM n WHERE n < "
            + rows
            + ") SELECT /*+ SET_VAR(cte_max_recursion_depth = 1000000) */ CONCAT('c', n % 7),"
            + " UNHEX(SHA1(n)), '"
            + day
            + "', "
            + status
            + ", "
            + operation
            + " FROM n");
  }

  @Test
  void everyRowOfManyPagesIsLookedAtOnce() throws SQLException {
    fill(25_003, "IF(n % 1000 = 0, 'PROCESSING', 'DONE')", "NULL");
    table.execute(
        "INSERT INTO inbox (consumer, event_id, event_day, status) VALUES ('c', 'other day', '"
            + day.plusDays(1)
            + "', 'PROCESSING')");

    assertThat(check(table.dataset()))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo(RowsFinding.Kind.LIVE);
              assertThat(finding.rowCount()).isEqualTo(25);
              assertThat(finding.examples()).hasSize(5).doesNotHaveDuplicates();
            });
  }

  @Test
  void pagesThatEndExactlyAtAPageAreComplete() throws SQLException {
    fill(20_000, "'DEFERRED'", "NULL");

    assertThat(check(table.dataset()).get(0).rowCount()).isEqualTo(20_000);
  }

  @Test
  void anEmptyPartitionIsReady() throws SQLException {
    assertThat(check(table.dataset())).isEmpty();
  }

  @Test
  void businessKeysMustBeOnlineAndDecidedByteForByte() throws SQLException {
    table.execute(
        "CREATE TABLE op_ci (tenant INT NOT NULL, code VARCHAR(40) COLLATE utf8mb4_0900_ai_ci NOT"
            + " NULL, state VARCHAR(20) NULL, PRIMARY KEY (tenant, code))");
    table.execute(
        "INSERT INTO op_ci VALUES (1, 'ok', 'SUCCEEDED'), (2, 'ok', 'UNKNOWN'), (3, 'ok', NULL),"
            + " (4, 'OK', 'SUCCEEDED')");
    fill(6, "'DONE'", "IF(n = 5, NULL, 'ok')");
    table.execute("UPDATE inbox SET amount = NULL WHERE operation_id IS NULL");
    table.execute(
        "UPDATE inbox SET amount = CASE event_id WHEN UNHEX(SHA1(1)) THEN 1"
            + " WHEN UNHEX(SHA1(2)) THEN 2 WHEN UNHEX(SHA1(3)) THEN 3 WHEN UNHEX(SHA1(4)) THEN 4"
            + " END");
    BusinessKey key =
        new BusinessKey(
            List.of(Identifier.of("amount"), Identifier.of("operation_id")),
            table.table("op_ci"),
            List.of(Identifier.of("tenant"), Identifier.of("code")),
            Identifier.of("state"),
            Set.of("UNKNOWN"),
            List.of());

    List<RowsFinding> findings = check(table.dataset(Optional.empty(), Optional.of(key)));

    // 'OK' is not 'ok'; a key that is NULL in part has no match.
    assertThat(findings)
        .extracting(RowsFinding::kind, RowsFinding::rowCount)
        .containsExactlyInAnyOrder(
            tuple(RowsFinding.Kind.KEY_MISSING, 2L), tuple(RowsFinding.Kind.KEY_UNDECIDED, 2L));
  }

  @Test
  void statesAreComparedAsTextWhateverTheColumnsType() throws SQLException {
    fill(4, "'DONE'", "NULL");
    table.execute("UPDATE inbox SET amount = IF(consumer = 'c1', 0, 9)");
    LiveRows live = new LiveRows(Identifier.of("amount"), Set.of("0"));

    assertThat(check(table.dataset(Optional.of(live), Optional.empty())))
        .singleElement()
        .satisfies(finding -> assertThat(finding.rowCount()).isEqualTo(1));
  }

  @Test
  void aDatasetWithoutEitherRuleReadsNothing() throws SQLException {
    table.execute("DROP TABLE inbox");

    assertThat(check(table.dataset(Optional.empty(), Optional.empty()))).isEmpty();
  }

  @Test
  void readingTakesNoRowLock() throws SQLException {
    fill(10, "'PROCESSING'", "NULL");
    try (Session writer = Session.open(table.source())) {
      writer.execute("START TRANSACTION");
      writer.execute("UPDATE inbox SET amount = 1");

      assertThat(check(table.dataset()).get(0).rowCount()).isEqualTo(10);
    }
  }
}
