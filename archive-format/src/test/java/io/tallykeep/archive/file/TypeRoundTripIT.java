package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.BinaryType;
import io.tallykeep.archive.schema.DateTimeType;
import io.tallykeep.archive.schema.TextType;
import io.tallykeep.archive.schema.TimestampType;
import io.tallykeep.archive.schema.ValueBinder;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Edge values go from a real MySQL into a file and back; DuckDB reads the very file as well. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypeRoundTripIT {
  private static final String IDENTITY = "consumer, event_id";

  private final MysqlFixture mysql = new MysqlFixture();
  @TempDir private static Path folder;

  private ArchiveSchema schema;
  private List<Object[]> rows;
  private Path file;
  private WrittenFile written;

  @BeforeAll
  void copyTheEdges() throws Exception {
    mysql.execute(
        "CREATE TABLE edges (consumer VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin"
            + " NOT NULL, event_id BINARY(4) NOT NULL, event_day DATE NOT NULL,"
            + " payload_hash BINARY(32) NOT NULL, flag TINYINT(1), tiny TINYINT UNSIGNED,"
            + " small SMALLINT, medium MEDIUMINT UNSIGNED, plain INT, wide INT UNSIGNED ZEROFILL,"
            + " big BIGINT, ubig BIGINT UNSIGNED, d9 DECIMAL(9,4), d18 DECIMAL(18,0),"
            + " d32 DECIMAL(32,16), d38 DECIMAL(38,0), d30 DECIMAL(30,30), fixed_text CHAR(5), name VARCHAR(50),"
            + " note MEDIUMTEXT, western VARCHAR(20) CHARACTER SET latin1,"
            + " wide_text VARCHAR(20) CHARACTER SET utf16, code CHAR(3) CHARACTER SET ascii,"
            + " chinese VARCHAR(20) CHARACTER SET big5, bytes VARBINARY(40), large LONGBLOB,"
            + " day DATE, at_micro DATETIME(6), at_second DATETIME, stamp TIMESTAMP(6) NULL,"
            + " stamp_milli TIMESTAMP(3) NULL, PRIMARY KEY (consumer, event_id, event_day))");
    insertRows();
    schema = mysql.map("edges", "consumer", "event_id");
    rows = mysql.rows(schema, IDENTITY);
    file = folder.resolve("edges.parquet");
    try (DataFileWriter writer =
        new DataFileWriter(
            schema, org.apache.iceberg.Files.localOutput(file.toFile()), FileLimits.DEFAULT)) {
      for (Object[] row : rows) {
        writer.write(row);
      }
      written = writer.finish();
    }
  }

  private void insertRows() throws Exception {
    insert(
        "'a', x'00000000'",
        "00".repeat(32),
        "2, 255, 32767, 16777215, 2147483647, 4294967295,"
            + " 9223372036854775807, 18446744073709551615, 99999.9999, 999999999999999999,"
            + " 9999999999999999.9999999999999999, "
            + "9".repeat(38)
            + ", 0."
            + "9".repeat(30)
            + ", 'abc', '\u0000\u001f𝄞é€',"
            + " REPEAT('📦', 5000), 'é€ÿ', '𝄞漢', 'EUR', '中文', x'00FF80', REPEAT(x'00FF', 3000),"
            + " '9999-12-31', '9999-12-31 23:59:59.999999', '9999-12-31 23:59:59',"
            + " '2038-01-19 03:14:07.999999', '2038-01-19 03:14:07.999'");
    insert(
        "'a', x'7FFFFFFF'",
        "ff".repeat(32),
        "-5, 0, -32768, 0, -2147483648, 0,"
            + " -9223372036854775808, 9007199254740993, -99999.9999, -999999999999999999,"
            + " 0.0000000000000001, -"
            + "9".repeat(38)
            + ", -0."
            + "9".repeat(30)
            + ", '', '', '', '', '', '', '', x'', x'',"
            + " '0001-01-01', '1000-01-01 00:00:00', '1000-01-01 00:00:00',"
            + " '1970-01-01 00:00:01', '1970-01-01 00:00:01'");
    insert(
        "'a', x'80000000'",
        "00ff".repeat(16),
        "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
            + " NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
            + " NULL, NULL, NULL, NULL, NULL");
    insert(
        "'b ', x'FFFFFFFF'",
        "ff00".repeat(16),
        "1, 1, 0, 1, 0, 7, 0, 9223372036854775808, 0,"
            + " 0, -0.5, 0, 0."
            + "0".repeat(29)
            + "1, 'ab ', 'trailing ', '\n', 'œ', 'x', 'ab', '一',"
            + " x'20', x'00', '2022-03-27', '2022-03-27 02:30:00.123456', '2022-03-27 02:30:00',"
            + " '2022-03-27 02:30:00.5', '2022-10-30 02:30:00.001'");
  }

  private void insert(String identity, String hash, String values) throws Exception {
    mysql.execute(
        "INSERT INTO edges VALUES ("
            + identity
            + ", '2026-01-02', x'"
            + hash
            + "', "
            + values
            + ")");
  }

  @Test
  void theFileHoldsWhatMysqlReturned() throws Exception {
    assertThat(written.sizeBytes()).isEqualTo(Files.size(file));
    assertThat(written.digest().rowCount()).isEqualTo(4);

    List<Object[]> back =
        TestFiles.read(schema, org.apache.iceberg.Files.localInput(file.toFile()));

    assertThat(back)
        .usingElementComparator((a, b) -> TestFiles.sameRow(a, b) ? 0 : 1)
        .containsExactlyElementsOf(rows);
    assertThat(digest(back)).isEqualTo(written.digest()).isEqualTo(digest(rows));
  }

  private TableDigest digest(List<Object[]> some) {
    RowDigester digester = new RowDigester(schema);
    some.forEach(digester::add);
    return digester.digest();
  }

  @Test
  void edgeValuesAreTheValuesMeant() {
    assertThat(text("flag")).containsExactly("2", "-5", null, "1");
    assertThat(text("ubig"))
        .containsExactly("18446744073709551615", "9007199254740993", null, "9223372036854775808");
    assertThat(text("d32"))
        .containsExactly(
            "9999999999999999.9999999999999999", "0.0000000000000001", null, "-0.5000000000000000");
    assertThat(text("western")).containsExactly("é€ÿ", "", null, "œ");
    assertThat(text("at_micro"))
        .containsExactly(
            "9999-12-31T23:59:59.999999",
            "1000-01-01T00:00:00",
            null,
            "2022-03-27T02:30:00.123456");
    assertThat(text("stamp"))
        .containsExactly(
            "2038-01-19T03:14:07.999999Z", "1970-01-01T00:00:01Z", null, "2022-03-27T02:30:00.5Z");
    assertThat(text("stamp_milli")).endsWith("2022-10-30T02:30:00.001Z");
    assertThat(text("event_id")).containsExactly("00000000", "7fffffff", "80000000", "ffffffff");
    assertThat(text("fixed_text"))
        .as("the server strips a CHAR's trailing spaces, a VARCHAR's it keeps")
        .containsExactly("abc", "", null, "ab");
    assertThat(text("name")).endsWith("trailing ");
  }

  private List<String> text(String column) {
    int index = schema.indexOf(io.tallykeep.archive.dataset.Identifier.of(column));
    List<String> texts = new ArrayList<>();
    for (Object[] row : rows) {
      texts.add(row[index] == null ? null : schema.column(index).type().text(row[index]));
    }
    return texts;
  }

  @Test
  void aValueBoundToAStatementIsTheOneMysqlHolds() throws Exception {
    try (Connection connection = mysql.source.getConnection()) {
      for (int i = 0; i < schema.columns().size(); i++) {
        for (Object[] row : rows) {
          try (PreparedStatement count =
              connection.prepareStatement(
                  "SELECT count(*) FROM edges WHERE event_id = ? AND "
                      + schema.column(i).name().quoted()
                      + " <=> ?")) {
            ValueBinder.bind(count, 1, schema.column(1).type(), row[1]);
            ValueBinder.bind(count, 2, schema.column(i).type(), row[i]);
            try (ResultSet found = count.executeQuery()) {
              found.next();
              assertThat(found.getInt(1)).as("%s", schema.column(i)).isEqualTo(1);
            }
          }
        }
      }
    }
  }

  @Test
  void everyRowIsFoundByItsIdentity() {
    DataFileReader reader = new DataFileReader(schema);
    for (Object[] row : rows) {
      assertThat(
              reader.find(
                  org.apache.iceberg.Files.localInput(file.toFile()), schema.identityOf(row)))
          .hasValueSatisfying(found -> assertThat(TestFiles.sameRow(found, row)).isTrue());
    }
  }

  @Test
  void duckDbReadsTheSameValuesAsMysqlHolds() throws Exception {
    StringJoiner ofMysql = new StringJoiner(", ");
    StringJoiner ofDuckDb = new StringJoiner(", ");
    for (ArchiveColumn column : schema.columns()) {
      String name = column.name().value();
      if (column.type() instanceof TextType) {
        ofMysql.add("HEX(CONVERT(" + name + " USING utf8mb4))");
        ofDuckDb.add("hex(encode(" + name + "))");
      } else if (column.type() instanceof BinaryType) {
        ofMysql.add("HEX(" + name + ")");
        ofDuckDb.add("hex(" + name + ")");
      } else if (column.type() instanceof DateTimeType || column.type() instanceof TimestampType) {
        ofMysql.add("TIMESTAMPDIFF(MICROSECOND, '1970-01-01', " + name + ")");
        ofDuckDb.add("epoch_us(" + name + ")::VARCHAR");
      } else {
        ofMysql.add("CAST(" + name + " AS CHAR)");
        ofDuckDb.add(name + "::VARCHAR");
      }
    }
    List<List<String>> expected =
        mysql.strings("SELECT " + ofMysql + " FROM edges ORDER BY " + IDENTITY);
    List<List<String>> found;
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
      found =
          MysqlFixture.strings(
              duckDb,
              "SELECT " + ofDuckDb + " FROM read_parquet('" + file + "') ORDER BY " + IDENTITY);
      assertThat(MysqlFixture.strings(duckDb, "SELECT count(*) FROM '" + file + "'"))
          .containsExactly(List.of("4"));
    }

    assertThat(plain(found)).containsExactlyElementsOf(plain(expected));
  }

  /** Leading zeros of ZEROFILL and forms like -0.5 and -.5 are no difference. */
  private List<List<String>> plain(List<List<String>> table) {
    List<List<String>> all = new ArrayList<>();
    for (List<String> row : table) {
      List<String> plain = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        boolean number =
            switch (schema.column(i).type().kind()) {
              case LONG, DECIMAL -> true;
              case DAY, BYTES -> false;
            };
        String value = row.get(i);
        plain.add(value == null || !number ? value : new BigDecimal(value).toPlainString());
      }
      all.add(plain);
    }
    return all;
  }

  @Test
  void duckDbSeesTheTypesAndFieldIds() throws Exception {
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
      List<List<String>> types =
          MysqlFixture.strings(
              duckDb,
              "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '" + file + "')");
      assertThat(types)
          .contains(
              List.of("consumer", "VARCHAR"),
              List.of("payload_hash", "BLOB"),
              List.of("flag", "INTEGER"),
              List.of("wide", "BIGINT"),
              List.of("ubig", "DECIMAL(20,0)"),
              List.of("d38", "DECIMAL(38,0)"),
              List.of("d30", "DECIMAL(30,30)"),
              List.of("day", "DATE"),
              List.of("at_micro", "TIMESTAMP"),
              List.of("stamp", "TIMESTAMP WITH TIME ZONE"));
      assertThat(
              MysqlFixture.strings(
                  duckDb,
                  "SELECT name, field_id FROM parquet_schema('"
                      + file
                      + "') WHERE field_id IS NOT NULL ORDER BY field_id"))
          .hasSize(schema.columns().size())
          .startsWith(List.of("consumer", "1"), List.of("event_id", "2"));
    }
  }
}
