package io.tallykeep.verifier.lookup;

import static io.tallykeep.verifier.lookup.LookupAssertions.assertKind;
import static io.tallykeep.verifier.lookup.LookupAssertions.assertUndecidable;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestSchema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Somebody's own table: other names, an AUTO_INCREMENT primary key beside the unique identity,
 * monthly partitions by TO_DAYS without MAXVALUE, the hash as hex text, a number as the state.
 */
class LegacyTableIT {
  private static final LocalDate FEB_1 = LocalDate.of(2024, 2, 1);
  private static final LocalDate FEB_29 = LocalDate.of(2024, 2, 29);
  private static final LocalDate MAR_1 = LocalDate.of(2024, 3, 1);
  private static final String HASH = "00ABCDEF".repeat(8);
  private static final String COLUMNS =
      " (`Seq` BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, `order` VARBINARY(40) NOT NULL, Channel"
          + " SMALLINT NOT NULL, `Day_Of` DATE NOT NULL, `state` TINYINT NOT NULL, digest_hex"
          + " CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL, reply VARBINARY(20) NULL,"
          + " total DECIMAL(12,2) NULL, ";

  private TestSchema schema;
  private Dataset dataset;
  private TestArchive archive;
  private Adjudicator adjudicator;

  @BeforeEach
  void createTables() {
    schema = TestSchema.create().withControlTables();
    schema.execute(
        "CREATE TABLE msg_log"
            + COLUMNS
            + "PRIMARY KEY (`Seq`, `Day_Of`), UNIQUE KEY u (`Day_Of`, Channel, `order`)) PARTITION"
            + " BY RANGE (TO_DAYS(day_of)) (PARTITION m202401 VALUES LESS THAN"
            + " (TO_DAYS('2024-02-01')), PARTITION m202402 VALUES LESS THAN (TO_DAYS('2024-03-01')),"
            + " PARTITION m202403 VALUES LESS THAN (TO_DAYS('2024-04-01')))");
    schema.execute(
        "CREATE TABLE msg_log_late" + COLUMNS + "PRIMARY KEY (Channel, `order`), KEY (`Seq`))");
    dataset = dataset(Optional.of(Identifier.of("DIGEST_HEX")));
    archive = TestArchive.create(schema, dataset);
    adjudicator = adjudicator(dataset);
    for (LocalDate day : List.of(FEB_1, FEB_29, MAR_1)) {
      schema.execute(
          "INSERT INTO day_ledger (dataset, shard, event_day, progress, epoch, table_partition)"
              + " VALUES ('messages', 7, ?, 'ONLINE', 5, ?)",
          day,
          day.equals(MAR_1) ? "m202403" : "m202402");
    }
  }

  private Dataset dataset(Optional<Identifier> payloadHash) {
    return new Dataset(
        "messages",
        7,
        schema.table("msg_log"),
        schema.table("msg_log_late"),
        List.of(Identifier.of("channel"), Identifier.of("order")),
        Identifier.of("day_of"),
        EventDayOrigin.EVENT_TIME,
        payloadHash,
        List.of(Identifier.of("total"), Identifier.of("reply")),
        Optional.of(new LiveRows(Identifier.of("STATE"), Set.of("0", "-1"))),
        Optional.empty());
  }

  private Adjudicator adjudicator(Dataset of) {
    return new Adjudicator(
        schema.dataSource(),
        archive.catalog(),
        archive.storage(),
        new VerifierSettings(schema.name(), of, Duration.ofSeconds(20), 2),
        LookupListener.NONE);
  }

  @AfterEach
  void close() {
    adjudicator.close();
    archive.close();
  }

  @Test
  void itsRowsAnswerOnlineAndArchivedAlike() {
    insert("msg_log", FEB_1, "\u0000first", 9);
    insert("msg_log", FEB_29, "last", 9);
    insert("msg_log", FEB_29, "live", -1);
    insert("msg_log_late", FEB_29, "late", 9);

    assertAnswers(Where.ONLINE);
    assertThat(ask(FEB_29, "live").answer()).isEqualTo(new Answer.InProgress("-1"));
    schema.execute("DELETE FROM msg_log WHERE state = -1");
    archive.publish(FEB_1);
    archive.publish(FEB_29);
    schema.execute("UPDATE day_ledger SET progress = 'DROPPED' WHERE event_day < '2024-03-01'");
    schema.execute("ALTER TABLE msg_log DROP PARTITION m202401, m202402");

    assertAnswers(Where.ARCHIVE);
    assertKind(ask(MAR_1, "last"), AnswerKind.UNSEEN);
  }

  private void assertAnswers(Where where) {
    Adjudication first = ask(FEB_1, "\u0000first");
    assertKind(first, AnswerKind.DUPLICATE);
    assertThat(first.where()).isEqualTo(where);
    assertThat(first.result())
        .containsExactly(
            Map.entry("total", Optional.of("12.50")), Map.entry("reply", Optional.of("00ff")));
    assertThat(first.recordedHash()).contains(HASH.toLowerCase(Locale.ROOT));
    assertThat(ask(FEB_29, "last").where()).isEqualTo(where);
    assertThat(ask(FEB_29, "late").where()).isEqualTo(Where.LATE);
    assertKind(ask(FEB_29, "never"), AnswerKind.UNSEEN);
    assertKind(ask(FEB_1, "last"), AnswerKind.UNSEEN);
    byte[] hash = HexFormat.of().parseHex(HASH);
    assertKind(ask(adjudicator, FEB_29, "last", Optional.of(hash)), AnswerKind.DUPLICATE);
    hash[31]++;
    assertThat(ask(adjudicator, FEB_29, "last", Optional.of(hash)).answer())
        .isEqualTo(new Answer.Conflict(HASH.toLowerCase(Locale.ROOT)));
  }

  @Test
  void aHashThatIsNoHexCanNotBeCompared() {
    insert("msg_log", FEB_1, "odd", 9);
    for (String recorded : List.of("base64+/==", "", "abc")) {
      schema.execute("UPDATE msg_log SET digest_hex = ?", recorded);

      assertUndecidable(
          ask(adjudicator, FEB_1, "odd", Optional.of(new byte[32])),
          UndecidableReason.NO_RECORDED_HASH,
          "DIGEST_HEX");
      assertKind(ask(FEB_1, "odd"), AnswerKind.DUPLICATE);
      assertThat(ask(FEB_1, "odd").recordedHash()).isEmpty();
    }
  }

  @Test
  void aDatasetThatKeepsNoHashCanNotCompareOne() {
    insert("msg_log", FEB_1, "plain", 9);
    try (Adjudicator without = adjudicator(dataset(Optional.empty()))) {
      assertUndecidable(
          ask(without, FEB_1, "plain", Optional.of(new byte[32])),
          UndecidableReason.NO_RECORDED_HASH,
          "dataset messages keeps none");
      assertKind(ask(without, FEB_1, "plain", Optional.empty()), AnswerKind.DUPLICATE);
      assertKind(ask(without, FEB_1, "never", Optional.of(new byte[32])), AnswerKind.UNSEEN);
    }
  }

  @Test
  void aMonthDroppedBySomebodyElseIsUndecidableForEachOfItsDays() {
    insert("msg_log", FEB_1, "first", 9);
    assertKind(ask(FEB_1, "first"), AnswerKind.DUPLICATE);
    schema.execute("ALTER TABLE msg_log DROP PARTITION m202402");

    for (LocalDate day : List.of(FEB_1, FEB_29)) {
      assertUndecidable(ask(day, "first"), UndecidableReason.PARTITION_GONE, "m202402", "m202403");
    }
    assertKind(ask(MAR_1, "first"), AnswerKind.UNSEEN);
  }

  @Test
  void anotherShardsLedgerCoversNothingHere() {
    schema.execute("UPDATE day_ledger SET shard = 6");

    assertUndecidable(ask(FEB_1, "first"), UndecidableReason.NOT_COVERED, "messages/7");
  }

  private void insert(String table, LocalDate day, String order, int state) {
    schema.execute(
        "INSERT INTO "
            + table
            + " (`order`, Channel, `Day_Of`, `state`, digest_hex, reply, total) VALUES (?, 3, ?, ?,"
            + " ?, x'00ff', 12.5)",
        order.getBytes(StandardCharsets.UTF_8),
        day,
        state,
        HASH);
  }

  private Adjudication ask(LocalDate day, String order) {
    return ask(adjudicator, day, order, Optional.empty());
  }

  private static Adjudication ask(
      Adjudicator adjudicator, LocalDate day, String order, Optional<byte[]> hash) {
    String hex = HexFormat.of().formatHex(order.getBytes(StandardCharsets.UTF_8));
    return adjudicator.adjudicate(new Query("messages", List.of("3", hex), Optional.of(day), hash));
  }
}
