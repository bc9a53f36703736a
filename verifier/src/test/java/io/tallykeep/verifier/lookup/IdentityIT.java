package io.tallykeep.verifier.lookup;

import static io.tallykeep.verifier.lookup.LookupAssertions.assertKind;
import static io.tallykeep.verifier.lookup.LookupAssertions.assertUndecidable;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestSchema;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Identities of every column type, online and archived, and those that can't be told apart. */
class IdentityIT {
  private final List<AutoCloseable> opened = new ArrayList<>();
  private TestSchema schema;
  private Optional<TestArchive> archive = Optional.empty();

  @BeforeEach
  void createSchema() {
    schema = TestSchema.create().withControlTables();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable closeable : opened) {
      closeable.close();
    }
  }

  static List<String> awkwardTexts() {
    return List.of(
        "",
        " ",
        "a ",
        "\u0000",
        "a\u0000b",
        "\u0001",
        "'; DROP TABLE inbox; -- ",
        "\\' OR 1=1 #",
        "\"`?",
        "line\nfeed\u001a",
        "\ud83d\ude80\ud83d\udcb6",
        "\uffff\ud800\udc00",
        "é",
        "e\u0301",
        "Straße");
  }

  @ParameterizedTest
  @MethodSource("awkwardTexts")
  void anyTextIsFoundOnlineAndArchivedByItsBytesAlone(String id) {
    Adjudicator adjudicator =
        lookups("VARCHAR(64) COLLATE utf8mb4_0900_bin", EventDayOrigin.EVENT_TIME);
    assertKind(ask(adjudicator, id), AnswerKind.UNSEEN);
    schema.execute("INSERT INTO t (id, event_day) VALUES (?, ?)", id, DAY);

    assertKind(ask(adjudicator, id), AnswerKind.DUPLICATE);
    assertKind(ask(adjudicator, id + "x"), AnswerKind.UNSEEN);
    assertKind(ask(adjudicator, id + " "), AnswerKind.UNSEEN);
    archiveAndDrop();

    assertKind(ask(adjudicator, id), AnswerKind.DUPLICATE);
    assertThat(ask(adjudicator, id).where()).isEqualTo(Where.ARCHIVE);
    assertKind(ask(adjudicator, id + "x"), AnswerKind.UNSEEN);
  }

  @ParameterizedTest
  @CsvSource({
    "BINARY(4),         00ff0000, 00FF0000, 00ff0001",
    "VARBINARY(4),      00ff00,   00ff00,   00ff",
    "VARBINARY(4),      '',       '',       00",
    "BIGINT,            -9223372036854775808, -9223372036854775808, 9223372036854775807",
    "BIGINT UNSIGNED,   18446744073709551615, 18446744073709551615, 0",
    "INT UNSIGNED,      4294967295, 4294967295, 4294967294",
    "TINYINT(1),        -128,     -128,     1",
    "'DECIMAL(20,2)',   1.50,     1.5,      1.51",
    "DATE,              2024-02-29, 2024-02-29, 2024-02-28",
    "VARCHAR(9) CHARACTER SET latin1 COLLATE latin1_bin, Straße, Straße, STRASSE",
    "CHAR(4) CHARACTER SET ascii COLLATE ascii_bin,      ab,     ab,     AB"
  })
  void everyTypeOfIdentityIsFound(String type, String stored, String asked, String other) {
    Adjudicator adjudicator = lookups(type, EventDayOrigin.EVENT_TIME);
    Object value = type.contains("BINARY") ? HexFormat.of().parseHex(stored) : stored;
    schema.execute("INSERT INTO t (id, event_day) VALUES (?, ?)", value, DAY);

    assertKind(ask(adjudicator, asked), AnswerKind.DUPLICATE);
    assertKind(ask(adjudicator, other), AnswerKind.UNSEEN);
    archiveAndDrop();

    assertKind(ask(adjudicator, asked), AnswerKind.DUPLICATE);
    assertKind(ask(adjudicator, other), AnswerKind.UNSEEN);
  }

  @ParameterizedTest
  @CsvSource({
    "VARCHAR(3) COLLATE utf8mb4_0900_bin, abcd, 4 characters",
    "VARCHAR(3) COLLATE utf8mb4_0900_bin, \ud83d\ude80\ud83d\ude80\ud83d\ude80\ud83d\ude80, 4 characters",
    "VARCHAR(3) COLLATE utf8mb4_0900_bin, \ud83d, surrogate",
    "CHAR(3) COLLATE utf8mb4_0900_bin, 'a ', drops",
    "VARCHAR(3) CHARACTER SET ascii COLLATE ascii_bin, é, ascii",
    "VARCHAR(3) CHARACTER SET latin1 COLLATE latin1_bin, \u0080, latin1",
    "VARCHAR(3) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin, \ud83d\ude80, utf8",
    "BINARY(2), 00, 1 bytes",
    "BINARY(2), 0000000, hex",
    "VARBINARY(2), 000000, 3 bytes",
    "TINYINT, 128, range",
    "TINYINT UNSIGNED, -1, range",
    "SMALLINT, -32769, range",
    "MEDIUMINT, 8388608, range",
    "INT, 2147483648, 32 bits",
    "INT UNSIGNED, 4294967296, range",
    "BIGINT, 9223372036854775808, whole number",
    "BIGINT UNSIGNED, 18446744073709551616, range",
    "BIGINT UNSIGNED, -1, range",
    "'DECIMAL(4,1)', 1.05, decimals",
    "'DECIMAL(4,1) UNSIGNED', -1, unsigned",
    "INT, x, whole number"
  })
  void aValueTheColumnWouldStoreOtherwiseIsUndecidable(String type, String asked, String word) {
    assertUndecidable(
        ask(lookups(type, EventDayOrigin.EVENT_TIME), asked),
        UndecidableReason.IDENTITY_DOES_NOT_FIT,
        "id",
        word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DATETIME(3)", "TIMESTAMP"})
  void anIdentityThatIsATimeIsUndecidable(String type) {
    assertUndecidable(
        ask(lookups(type, EventDayOrigin.EVENT_TIME), "2026-03-29T00:00:00"),
        UndecidableReason.IDENTITY_DOES_NOT_FIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a ", " ", "a\u0000", "\t", "a\nb"})
  void whatPadSpaceCallsEqualOrOrdersOtherwiseIsUndecidable(String id) {
    Adjudicator adjudicator = lookups("VARCHAR(64) COLLATE utf8mb4_bin", EventDayOrigin.EVENT_TIME);
    schema.execute("INSERT INTO t (id, event_day) VALUES ('a', ?)", DAY);

    assertUndecidable(
        ask(adjudicator, id), UndecidableReason.AMBIGUOUS_IDENTITY, "id", "PAD SPACE");
    assertKind(ask(adjudicator, "a"), AnswerKind.DUPLICATE);
    assertKind(ask(adjudicator, " a"), AnswerKind.UNSEEN);
  }

  @Test
  void theLateTablesCollationCountsToo() {
    Adjudicator adjudicator =
        lookups("VARCHAR(64) COLLATE utf8mb4_0900_bin", EventDayOrigin.EVENT_TIME);
    schema.execute("ALTER TABLE late_t MODIFY id VARCHAR(64) COLLATE utf8mb4_bin NOT NULL");

    assertUndecidable(ask(adjudicator, "a "), UndecidableReason.AMBIGUOUS_IDENTITY, "PAD SPACE");
  }

  @Test
  void anotherNumberOfValuesIsUndecidable() {
    Adjudicator adjudicator =
        lookups("VARCHAR(64) COLLATE utf8mb4_0900_bin", EventDayOrigin.EVENT_TIME);

    assertUndecidable(
        adjudicator.adjudicate(
            new Query("t", List.of("a", "b"), Optional.of(DAY), Optional.empty())),
        UndecidableReason.IDENTITY_DOES_NOT_FIT,
        "2 values");
  }

  @ParameterizedTest
  @CsvSource({
    "UUID_V7, BINARY(16), 019d36e3ec007000a000000000000000",
    "UUID_V7, CHAR(36) CHARACTER SET ascii COLLATE ascii_bin, 019d36e3-ec00-7000-a000-000000000000",
    "ULID, CHAR(26) CHARACTER SET ascii COLLATE ascii_bin, 01KMVE7V00AAAAAAAAAAAAAAAA",
    "ULID, BINARY(16), 019d36e3ec0000000000000000000000"
  })
  void theDayInsideTheIdentityIsTheOneLookedUp(EventDayOrigin origin, String type, String id) {
    Adjudicator adjudicator = lookups(type, origin);
    Object value = type.startsWith("BINARY") ? HexFormat.of().parseHex(id) : id;
    assertKind(ask(adjudicator, id, Optional.empty()), AnswerKind.UNSEEN);
    schema.execute("INSERT INTO t (id, event_day) VALUES (?, ?)", value, DAY);

    assertKind(ask(adjudicator, id, Optional.empty()), AnswerKind.DUPLICATE);
    assertThat(ask(adjudicator, id, Optional.empty()).eventDay()).contains(DAY);
    assertKind(ask(adjudicator, id, Optional.of(DAY)), AnswerKind.DUPLICATE);
    assertUndecidable(
        ask(adjudicator, id, Optional.of(DAY.plusDays(1))),
        UndecidableReason.EVENT_DAY_MISMATCH,
        "2026-03-30",
        "2026-03-29");
  }

  @Test
  void anIdentityWithoutItsDayIsUndecidable() {
    Adjudicator adjudicator =
        lookups("VARCHAR(64) COLLATE utf8mb4_0900_bin", EventDayOrigin.UUID_V7);

    assertUndecidable(
        ask(adjudicator, "evt-1"),
        UndecidableReason.EVENT_DAY_NOT_IN_IDENTITY,
        "UUID_V7",
        "evt-1",
        "id");
  }

  @Test
  void aDayPastTheLastDateIsNotCovered() {
    Adjudicator adjudicator =
        lookups("CHAR(26) CHARACTER SET ascii COLLATE ascii_bin", EventDayOrigin.ULID);

    assertUndecidable(
        ask(adjudicator, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", Optional.empty()),
        UndecidableReason.NOT_COVERED,
        "+10889-08-02");
  }

  /** A table with one identity column of this type, whose day DAY is online. */
  private Adjudicator lookups(String type, EventDayOrigin origin) {
    schema.execute(
        "CREATE TABLE t (id "
            + type
            + " NOT NULL, event_day DATE NOT NULL, PRIMARY KEY (id, event_day)) PARTITION BY RANGE"
            + " COLUMNS (event_day) (PARTITION p1 VALUES LESS THAN ('2026-03-30'), PARTITION p2"
            + " VALUES LESS THAN (MAXVALUE))");
    schema.execute(
        "CREATE TABLE late_t (id " + type + " NOT NULL PRIMARY KEY, event_day DATE NOT NULL)");
    schema.execute(
        "INSERT INTO day_ledger (dataset, shard, event_day, progress, epoch, table_partition)"
            + " VALUES ('t', 0, ?, 'ONLINE', 1, 'p1')",
        DAY);
    Dataset dataset =
        new Dataset(
            "t",
            0,
            schema.table("t"),
            schema.table("late_t"),
            List.of(Identifier.of("id")),
            Identifier.of("event_day"),
            origin,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty());
    TestArchive created = TestArchive.create(schema, dataset);
    archive = Optional.of(created);
    Adjudicator adjudicator =
        new Adjudicator(
            schema.dataSource(),
            created.catalog(),
            created.storage(),
            new VerifierSettings(schema.name(), dataset, Duration.ofSeconds(20), 2),
            LookupListener.NONE);
    opened.add(adjudicator);
    opened.add(created);
    return adjudicator;
  }

  private void archiveAndDrop() {
    archive.orElseThrow().publish(DAY);
    schema.execute("ALTER TABLE t DROP PARTITION p1");
    schema.execute("UPDATE day_ledger SET progress = 'DROPPED'");
  }

  private static Adjudication ask(Adjudicator adjudicator, String id) {
    return ask(adjudicator, id, Optional.of(DAY));
  }

  private static Adjudication ask(Adjudicator adjudicator, String id, Optional<LocalDate> day) {
    return adjudicator.adjudicate(new Query("t", List.of(id), day, Optional.empty()));
  }
}
