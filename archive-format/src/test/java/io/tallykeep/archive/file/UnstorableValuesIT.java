package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.UnstorableValueException;
import io.tallykeep.archive.schema.UnsupportedColumnsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnstorableValuesIT {
  private final MysqlFixture mysql = new MysqlFixture();

  @ParameterizedTest
  @CsvSource({
    "DATE,         0000-00-00,          is a zero or partial date",
    "DATE,         2018-02-00,          is a zero or partial date",
    "DATE,         2018-02-31,          names a day that does not exist",
    "DATETIME,     0000-00-00 00:00:00, is a zero or partial date",
    "DATETIME(6),  2018-00-01 00:00:00.000000, is a zero or partial date",
    "TIMESTAMP,    0000-00-00 00:00:00, is a zero or partial date"
  })
  void zeroAndPartialDatesNameTableColumnAndKey(String type, String value, String why)
      throws Exception {
    mysql.execute(
        "CREATE TABLE zero (consumer VARCHAR(20) COLLATE utf8mb4_0900_bin NOT NULL, event_id"
            + " BINARY(2) NOT NULL, event_day DATE NOT NULL, happened "
            + type
            + " NOT NULL, PRIMARY KEY (consumer, event_id, event_day))",
        "SET SESSION sql_mode = ''");
    try (var connection = mysql.source.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_mode = 'ALLOW_INVALID_DATES'");
      statement.execute(
          "INSERT INTO zero VALUES ('billing', x'00FF', '2026-01-02', '" + value + "')");
    }
    ArchiveSchema schema = mysql.map("zero", "consumer", "event_id");

    assertThatThrownBy(() -> mysql.rows(schema, "consumer"))
        .isInstanceOf(UnstorableValueException.class)
        .hasMessage(
            "table "
                + mysql.schema
                + ".zero, row consumer=billing, event_id=00ff, column happened: '"
                + value
                + "' "
                + why
                + ": correct the value in the table.");
  }

  @Test
  void aZeroEventDayIsRefusedToo() throws Exception {
    mysql.execute("CREATE TABLE zero (id BIGINT NOT NULL, event_day DATE NOT NULL)");
    try (var connection = mysql.source.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_mode = ''");
      statement.execute("INSERT INTO zero VALUES (7, '0000-00-00')");
    }
    ArchiveSchema schema = mysql.map("zero", "id");

    assertThatThrownBy(() -> mysql.rows(schema, "id"))
        .isInstanceOf(UnstorableValueException.class)
        .hasMessageContaining("row id=7, column event_day: '0000-00-00' is a zero");
  }

  @Test
  void charactersThatUnicodeLacksAreRefusedInsteadOfBecomingQuestionMarks() throws Exception {
    mysql.execute(
        "CREATE TABLE old (id BIGINT NOT NULL, event_day DATE NOT NULL, name VARCHAR(10) CHARACTER"
            + " SET big5)",
        "INSERT INTO old VALUES (1, '2026-01-02', '?'), (2, '2026-01-02', _big5 x'C8FE')");
    ArchiveSchema schema = mysql.map("old", "id");

    assertThatThrownBy(() -> mysql.rows(schema, "id"))
        .isInstanceOf(UnstorableValueException.class)
        .hasMessage(
            "table "
                + mysql.schema
                + ".old, row id=2, column name: it holds a character that has no unambiguous form"
                + " in Unicode: correct the value, or convert the column to utf8mb4.");
  }

  @Test
  void unsupportedColumnsOfARealTableAreListedTogether() throws Exception {
    mysql.execute(
        "CREATE TABLE wide (id BIGINT NOT NULL, event_day DATE NOT NULL, kind ENUM('a','b'),"
            + " flags SET('a','b'), doc JSON, bits BIT(3), ratio FLOAT, ratio2 DOUBLE, at TIME,"
            + " born YEAR, place POINT, huge DECIMAL(65,30), twice BIGINT AS (id * 2) VIRTUAL,"
            + " thrice BIGINT AS (id * 3) STORED, made DATETIME DEFAULT CURRENT_TIMESTAMP)");

    assertThatThrownBy(() -> mysql.map("wide", "id"))
        .isInstanceOf(UnsupportedColumnsException.class)
        .hasMessageContaining("12 columns stand in the way")
        .hasMessageContaining("kind enum('a','b'): the type ENUM has no exact form")
        .hasMessageContaining("place point: ")
        .hasMessageContaining("twice bigint: it is generated")
        .hasMessageContaining("thrice bigint: it is generated")
        .hasMessageNotContaining("made datetime");
  }
}
