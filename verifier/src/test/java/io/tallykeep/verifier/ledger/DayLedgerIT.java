package io.tallykeep.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.verifier.testing.TestSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DayLedgerIT {
  private static final LocalDate DAY = LocalDate.of(2026, 3, 29);
  private static TestSchema schema;
  private static DayLedger ledger;

  @BeforeAll
  static void createLedger() {
    schema = TestSchema.create().withControlTables();
    ledger = new DayLedger(schema.dataSource(), schema.name(), "inbox", 3);
  }

  @BeforeEach
  void emptyLedger() {
    schema.execute("DELETE FROM day_ledger");
    sentinel("inbox", 3, DayLedger.FIRST_SENTINEL);
    sentinel("inbox", 3, DayLedger.LAST_SENTINEL);
  }

  @Test
  void everyColumnOfARowComesBack() throws SQLException {
    schema.execute(
        "INSERT INTO day_ledger (dataset, shard, event_day, progress, attention, attention_reason,"
            + " epoch, freeze_number, table_partition, run_id, snapshot_sequence, row_count,"
            + " digest, hold_until) VALUES ('inbox', 3, ?, 'HELD', 'DEFERRED', 'trx 7 é',"
            + " 1774750000000001, 1774750000000000, 'p20260329', 'run-1', 12, 0, ?, '2026-04-02')",
        DAY,
        digest());

    LedgerReading reading = ledger.read(DAY);

    assertThat(reading.mayLag()).isFalse();
    assertThat(reading.serverUuid()).isEqualTo(schema.text("SELECT @@server_uuid"));
    assertThat(reading.day())
        .contains(
            new LedgerDay(
                DAY,
                Progress.HELD,
                Attention.DEFERRED,
                Optional.of("trx 7 é"),
                1_774_750_000_000_001L,
                OptionalLong.of(1_774_750_000_000_000L),
                Optional.of("p20260329"),
                Optional.of("run-1"),
                12,
                OptionalLong.of(0),
                Optional.of("00".repeat(30) + "7fff"),
                Optional.of(LocalDate.of(2026, 4, 2))));
  }

  @Test
  void whatWasNotRecordedIsEmpty() throws SQLException {
    day("inbox", 3, DAY);

    LedgerDay day = ledger.read(DAY).day().orElseThrow();

    assertThat(day.attention()).isEqualTo(Attention.NONE);
    assertThat(day.freezeNumber()).isEmpty();
    assertThat(day.tablePartition()).isEmpty();
    assertThat(day.runId()).isEmpty();
    assertThat(day.rowCount()).isEmpty();
    assertThat(day.digest()).isEmpty();
    assertThat(day.holdUntil()).isEmpty();
    assertThat(day.snapshotSequence()).isZero();
  }

  @Test
  void aDayWithoutARowStillSaysWhichServerAnswered() throws SQLException {
    day("inbox", 2, DAY);
    day("outbox", 3, DAY);

    LedgerReading reading = ledger.read(DAY);

    assertThat(reading.day()).isEmpty();
    assertThat(reading.serverUuid()).hasSize(36);
  }

  @Test
  void sentinelsAreNotDays() throws SQLException {
    day("inbox", 3, DAY.plusDays(1));
    day("inbox", 3, DAY);
    day("inbox", 2, DAY.minusDays(1));

    assertThat(ledger.read(DayLedger.FIRST_SENTINEL).day()).isEmpty();
    assertThat(ledger.read(DayLedger.LAST_SENTINEL).day()).isEmpty();
    assertThat(ledger.days()).extracting(LedgerDay::day).containsExactly(DAY, DAY.plusDays(1));
  }

  @Test
  void aListingOfNoDaysIsEmpty() throws SQLException {
    try (Connection connection = schema.dataSource().getConnection()) {
      LedgerListing listing = DayLedger.days(connection, new LedgerKey(schema.name(), "nobody", 0));

      assertThat(listing.days()).isEmpty();
      assertThat(listing.mayLag()).isFalse();
      assertThat(listing.serverUuid()).hasSize(36);
    }
  }

  @Test
  void aListingFindsItsDays() throws SQLException {
    day("inbox", 3, DAY);
    try (Connection connection = schema.dataSource().getConnection()) {
      LedgerListing listing = DayLedger.days(connection, new LedgerKey(schema.name(), "inbox", 3));

      assertThat(listing.day(DAY)).isPresent();
      assertThat(listing.day(DAY.plusDays(1))).isEmpty();
    }
  }

  @Test
  void aStatementOfTheCallersOwnIsMappedTheSameWay() throws SQLException {
    day("inbox", 3, DAY);
    try (Connection connection = schema.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement statement =
          connection.prepareStatement(
              "SELECT "
                  + DayLedger.COLUMNS
                  + " FROM day_ledger WHERE dataset = 'inbox' AND shard = 3 AND event_day = ?"
                  + " FOR UPDATE NOWAIT")) {
        statement.setObject(1, DAY);
        try (ResultSet row = statement.executeQuery()) {
          row.next();

          assertThat(DayLedger.map(row)).isEqualTo(ledger.read(DAY).day().orElseThrow());
        }
      }
      connection.rollback();
    }
  }

  @Test
  void aReadDoesNotWaitForWhoeverHoldsTheRow() throws SQLException {
    day("inbox", 3, DAY);
    try (Connection holder = schema.dataSource().getConnection()) {
      holder.setAutoCommit(false);
      try (PreparedStatement update =
          holder.prepareStatement("UPDATE day_ledger SET progress = 'CLOSED' WHERE shard = 3")) {
        update.executeUpdate();
      }

      assertThat(ledger.read(DAY).day().orElseThrow().progress()).isEqualTo(Progress.ONLINE);
      holder.rollback();
    }
  }

  @Test
  void aMissingLedgerIsAnErrorAndNotAnUncoveredDay() {
    TestSchema without = TestSchema.create();
    DayLedger missing = new DayLedger(without.dataSource(), without.name(), "inbox", 0);

    assertThatThrownBy(() -> missing.read(DAY))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("day_ledger");
  }

  @Test
  void theStateComparedIsServerProgressEpochSequenceAndPartition() throws SQLException {
    day("inbox", 3, DAY);
    LedgerReading first = ledger.read(DAY);

    schema.execute("UPDATE day_ledger SET attention = 'QUARANTINED' WHERE event_day = ?", DAY);
    assertThat(ledger.read(DAY).sameStateAs(first)).isTrue();
    assertThat(new LedgerReading(first.day(), "another", false, false).sameStateAs(first))
        .isFalse();
    assertThat(
            new LedgerReading(Optional.empty(), first.serverUuid(), false, false)
                .sameStateAs(first))
        .isFalse();

    for (String change :
        new String[] {
          "progress = 'CLOSED'",
          "epoch = epoch + 1",
          "snapshot_sequence = snapshot_sequence + 1",
          "table_partition = 'p2'"
        }) {
      LedgerReading before = ledger.read(DAY);
      schema.execute("UPDATE day_ledger SET " + change + " WHERE event_day = ?", DAY);
      assertThat(ledger.read(DAY).sameStateAs(before)).as(change).isFalse();
    }
  }

  private static void sentinel(String dataset, int shard, LocalDate day) {
    schema.execute(
        "INSERT INTO day_ledger (dataset, shard, event_day, progress, epoch) VALUES (?, ?, ?,"
            + " 'EXPIRED', 1)",
        dataset,
        shard,
        day);
  }

  private static void day(String dataset, int shard, LocalDate day) {
    schema.execute(
        "INSERT INTO day_ledger (dataset, shard, event_day, progress, epoch) VALUES (?, ?, ?,"
            + " 'ONLINE', 5)",
        dataset,
        shard,
        day);
  }

  private static byte[] digest() {
    byte[] digest = new byte[32];
    digest[30] = 0x7f;
    digest[31] = (byte) 0xff;
    return digest;
  }
}
