package io.tallykeep.archive.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tallykeep.archive.dataset.Dataset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnsupportedColumnsTest {
  private static final Dataset DATASET = SourceTables.dataset("", "id");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tinyint(1)              | int",
        "tinyint unsigned        | int",
        "smallint                | int",
        "smallint unsigned       | int",
        "mediumint unsigned      | int",
        "int                     | int",
        "int unsigned            | long",
        "int unsigned zerofill   | long",
        "bigint                  | long",
        "bigint unsigned         | decimal(20, 0)",
        "decimal(38,38)          | decimal(38, 38)",
        "decimal(10,0) unsigned  | decimal(10, 0)",
        "char(3)                 | string",
        "varchar(255)            | string",
        "tinytext                | string",
        "longtext                | string",
        "binary(32)              | fixed[32]",
        "varbinary(16)           | binary",
        "tinyblob                | binary",
        "longblob                | binary",
        "date                    | date",
        "datetime(6)             | timestamp",
        "timestamp(3)            | timestamptz",
      })
  void everySupportedTypeHasItsForm(String mysqlType, String icebergType) {
    ArchiveSchema schema =
        ArchiveSchema.of(
            DATASET,
            SourceTables.table(
                "id bigint not null", "event_day date not null", "value " + mysqlType));

    assertThat(schema.iceberg().findField("value").type().toString()).isEqualTo(icebergType);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enum('a','b')",
        "set('a','b')",
        "json",
        "bit(8)",
        "float",
        "double",
        "time(6)",
        "year",
        "point",
        "geometry",
        "vector(3)"
      })
  void otherTypesAreRefused(String mysqlType) {
    assertThatThrownBy(
            () ->
                ArchiveSchema.of(
                    DATASET,
                    SourceTables.table(
                        "id bigint not null", "event_day date not null", "value " + mysqlType)))
        .isInstanceOf(UnsupportedColumnsException.class)
        .hasMessage(
            "table payments.inbox can't be archived, 1 column stands in the way:\n  value "
                + mysqlType
                + ": the type "
                + mysqlType.replaceFirst("\\(.*", "").toUpperCase(java.util.Locale.ROOT)
                + " has no exact form in the archive yet; change the column's type or drop it");
  }

  @Test
  void everyColumnInTheWayIsListed() {
    UnsupportedColumnsException refused =
        catchThrowableOfType(
            UnsupportedColumnsException.class,
            () ->
                ArchiveSchema.of(
                    SourceTables.dataset("digest", "id", "other_id"),
                    SourceTables.table(
                        "id varchar(36) collate utf8mb4_0900_ai_ci",
                        "event_day datetime not null",
                        "kind enum('a','b') not null",
                        "doubled bigint generated",
                        "huge decimal(65,30)",
                        "`odd name` int",
                        "_pos int",
                        "nothing binary(0)")));

    assertThat(refused.columns())
        .extracting(UnsupportedColumnsException.Column::name)
        .containsExactlyInAnyOrder(
            "kind",
            "doubled",
            "huge",
            "`odd",
            "_pos",
            "nothing",
            "other_id",
            "digest",
            "id",
            "id",
            "event_day");
    assertThat(refused)
        .hasMessageContaining("id varchar(36): an identity column must be NOT NULL")
        .hasMessageContaining("utf8mb4_0900_ai_ci calls different bytes equal")
        .hasMessageContaining("event_day datetime: the event day must be a plain DATE NOT NULL")
        .hasMessageContaining("doubled bigint: it is generated from other columns")
        .hasMessageContaining("huge decimal(65,30): Iceberg's decimals have at most 38 digits")
        .hasMessageContaining("digest missing: dataset inbox names it")
        .hasMessageContaining("_pos int: the archive can't use this name; rename the column")
        .hasMessageContaining("nothing binary(0): a BINARY(0) holds nothing but NULL");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"utf8mb4_bin", "utf8mb4_0900_bin", "ascii_bin", "latin1_bin", "utf16_bin"})
  void binaryCollationsInUnicodeOrderMakeAnIdentity(String collation) {
    assertThat(identity("varchar(20) not null collate " + collation).identityIndexes())
        .containsExactly(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"utf8mb4_general_ci", "latin1_swedish_ci", "big5_bin", "cp932_bin"})
  void otherCollationsMakeNone(String collation) {
    assertThatThrownBy(() -> identity("varchar(20) not null collate " + collation))
        .isInstanceOf(UnsupportedColumnsException.class)
        .hasMessageContaining(
            "an identity column needs a binary collation of a Unicode, ascii or latin1 character"
                + " set, best utf8mb4_0900_bin; "
                + collation);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text not null", "blob not null"})
  void unboundedTypesMakeNoIdentity(String type) {
    assertThatThrownBy(() -> identity(type))
        .hasMessageContaining("an identity column must be indexed whole");
  }

  private static ArchiveSchema identity(String type) {
    return ArchiveSchema.of(DATASET, SourceTables.table("id " + type, "event_day date not null"));
  }

  @Test
  void aSupportedTableHasNothingInTheWay() {
    assertThat(List.copyOf(SourceTables.inbox().columns())).hasSize(9);
  }
}
