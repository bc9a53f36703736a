package io.tallykeep.jobs;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;

/** Columns of every type the archive holds, and values at their edges. */
public final class WideRows {
  private WideRows() {}

  /** Adds nullable columns to an inbox. */
  public static void addColumnsOfEveryType(TestInbox inbox) throws SQLException {
    inbox.sql(
        "ALTER TABLE "
            + inbox.table()
            + " ADD COLUMN a_tinyint TINYINT(1) NULL, ADD COLUMN a_smallint SMALLINT UNSIGNED NULL,"
            + " ADD COLUMN an_int INT UNSIGNED NULL, ADD COLUMN a_bigint BIGINT UNSIGNED NULL,"
            + " ADD COLUMN a_decimal DECIMAL(38,10) NULL, ADD COLUMN a_rate DECIMAL(9,9) NULL,"
            + " ADD COLUMN a_date DATE NULL, ADD COLUMN a_timestamp TIMESTAMP(6) NULL,"
            + " ADD COLUMN a_varbinary VARBINARY(40) NULL, ADD COLUMN a_text TEXT NULL,"
            + " ADD COLUMN a_latin VARCHAR(20) CHARACTER SET latin1 NULL");
  }

  /** Values at the edges in some rows, NULL in others, ordinary ones in the rest. */
  public static void putExtremesInto(TestInbox inbox, LocalDate day) throws SQLException {
    String update = "UPDATE " + inbox.table() + " SET ";
    String of = " WHERE event_id = '";
    inbox.sql(
        update
            + "a_tinyint = source_offset % 3 - 1, a_smallint = source_offset * 60,"
            + " an_int = source_offset * 4000000, a_bigint = CAST(source_offset AS UNSIGNED) * 18000000000000000,"
            + " a_decimal = source_offset / 7, a_rate = 1 / (source_offset + 1),"
            + " a_date = event_day - INTERVAL source_offset DAY,"
            + " a_timestamp = TIMESTAMP('2026-03-29 00:30:00') + INTERVAL source_offset * 7 SECOND,"
            + " a_varbinary = UNHEX(LEFT(SHA2(event_id, 256), source_offset % 20 * 2)),"
            + " a_text = REPEAT('x', source_offset % 50), a_latin = CONCAT('é', source_offset)",
        update
            + "result_code = NULL, amount_minor = NULL, currency = NULL, source_topic = NULL,"
            + " source_partition = NULL, source_offset = NULL, a_tinyint = NULL, a_smallint = NULL,"
            + " an_int = NULL, a_bigint = NULL, a_decimal = NULL, a_rate = NULL, a_date = NULL,"
            + " a_timestamp = NULL, a_varbinary = NULL, a_text = NULL, a_latin = NULL"
            + of
            + TestInbox.event(day, 1)
            + "'",
        update
            + "result_code = '', source_topic = '', a_varbinary = '', a_text = '', a_latin = '',"
            + " amount_minor = -9223372036854775808, a_tinyint = -128, a_smallint = 0, an_int = 0,"
            + " a_bigint = 0, a_decimal = -9999999999999999999999999999.9999999999,"
            + " a_rate = -0.999999999, a_date = '1000-01-01', a_timestamp = '1970-01-01 00:00:01',"
            + " received_at = '1000-01-01 00:00:00'"
            + of
            + TestInbox.event(day, 2)
            + "'",
        update
            + "result_code = '\uD83D\uDCB6 paid ', a_text = REPEAT('\uD83D\uDCB6', 1000),"
            + " amount_minor = 9223372036854775807, a_tinyint = 127, a_smallint = 65535,"
            + " an_int = 4294967295, a_bigint = 18446744073709551615,"
            + " a_decimal = 9999999999999999999999999999.9999999999, a_rate = 0.999999999,"
            + " a_date = '9999-12-31', a_timestamp = '2038-01-19 03:14:07.999999',"
            + " received_at = '9999-12-31 23:59:59.999999'"
            + of
            + TestInbox.event(day, 3)
            + "'",
        update
            + "received_at = '2026-03-29 02:30:00.000001',"
            + " a_timestamp = '2026-10-25 01:30:00.123456', a_varbinary = UNHEX(REPEAT('00', 40))"
            + of
            + TestInbox.event(day, 4)
            + "'");
  }

  /**
   * Every byte of a table's rows as MySQL itself shows them, in the order of the identity.
   *
   * @param from a table, with its partition or condition if not all of it is meant
   */
  public static List<String> bytes(TestInbox inbox, String schema, String table, String from)
      throws SQLException {
    String columns =
        inbox
            .query(
                "SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '"
                    + schema
                    + "' AND TABLE_NAME = '"
                    + table
                    + "' ORDER BY ORDINAL_POSITION")
            .stream()
            .map(name -> "COALESCE(HEX(CAST(`" + name + "` AS BINARY)), 'NULL')")
            .collect(Collectors.joining(", "));
    return inbox.query(
        "SELECT CONCAT_WS(' ', "
            + columns
            + ") FROM "
            + from
            + " ORDER BY consumer_name, event_id");
  }
}
