package io.tallykeep.archive.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.dataset.Identifier;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class ArchiveSchemaTest {
  private static final ArchiveSchema INBOX = SourceTables.inbox();

  @Test
  void fieldIdsFollowTheColumnOrder() {
    assertThat(INBOX.columns())
        .extracting(ArchiveColumn::fieldId)
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(INBOX.columns())
        .extracting(c -> c.name().value())
        .startsWith("consumer_name", "event_id", "event_day");
    assertThat(INBOX.column(0))
        .isEqualTo(
            new ArchiveColumn(
                1, Identifier.of("consumer_name"), new TextType(), true, "varchar(64)"));
  }

  @Test
  void icebergSchemaKeepsTypesAndTheMysqlTypeAsComment() {
    Schema schema = INBOX.iceberg();

    assertThat(schema.findField("payload_hash").type()).isEqualTo(Types.FixedType.ofLength(32));
    assertThat(schema.findField("payload_hash").doc()).isEqualTo("binary(32)");
    assertThat(schema.findField("amount_minor").isOptional()).isTrue();
    assertThat(schema.findField("version").type()).isEqualTo(Types.IntegerType.get());
    assertThat(schema.findField("processed_at").type())
        .isEqualTo(Types.TimestampType.withoutZone());
  }

  @Test
  void partitionsByEventDayAndSortsByIdentity() {
    PartitionSpec spec = INBOX.partitionSpec();
    assertThat(spec.fields()).hasSize(1);
    assertThat(spec.fields().get(0).sourceId()).isEqualTo(3);
    assertThat(spec.fields().get(0).transform().isIdentity()).isTrue();

    SortOrder order = INBOX.sortOrder();
    assertThat(order.fields()).extracting(f -> f.sourceId()).containsExactly(1, 2);
  }

  @Test
  void parquetSchemaCarriesTheFieldIds() {
    assertThat(INBOX.parquet().toString().lines().map(String::strip))
        .containsExactly(
            "message table {",
            "required binary consumer_name (STRING) = 1;",
            "required binary event_id (STRING) = 2;",
            "required int32 event_day (DATE) = 3;",
            "required fixed_len_byte_array(32) payload_hash = 4;",
            "required binary status (STRING) = 5;",
            "required int64 tenant_id = 6;",
            "optional int64 amount_minor = 7;",
            "required int32 version = 8;",
            "optional int64 processed_at (TIMESTAMP(MICROS,false)) = 9;",
            "}");
  }

  @Test
  void tablePropertiesKeepBoundsOfTheIdentityWholeAndNeverRetryACommit() {
    assertThat(INBOX.tableProperties())
        .containsEntry("format-version", "2")
        .containsEntry("commit.retry.num-retries", "0")
        .containsEntry("write.parquet.compression-codec", "zstd")
        .containsEntry("write.object-storage.enabled", "true")
        .containsEntry("write.metadata.metrics.column.consumer_name", "full")
        .containsEntry("write.metadata.metrics.column.event_id", "full")
        .containsEntry("write.metadata.metrics.column.event_day", "full")
        .containsEntry("write.metadata.metrics.default", "truncate(16)");
  }

  @Test
  void columnsAreFoundWithoutRegardToCase() {
    assertThat(INBOX.indexOf(Identifier.of("EVENT_ID"))).isEqualTo(1);
    assertThat(INBOX.identityIndexes()).containsExactly(0, 1);
    assertThat(INBOX.eventDayIndex()).isEqualTo(2);
    assertThatThrownBy(() -> INBOX.indexOf(Identifier.of("nothing")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("table payments.inbox has no column nothing.");
  }

  @Test
  void fingerprintChangesWithEverythingFilesDependOn() {
    String fingerprint = keyed("varchar(36) not null").fingerprint();

    assertThat(fingerprint).matches("[0-9a-f]{64}");
    assertThat(keyed("varchar(36) not null").fingerprint()).isEqualTo(fingerprint);
    assertThat(keyed("varchar(64) not null").fingerprint())
        .as("a longer VARCHAR is the same archive type")
        .isEqualTo(fingerprint);
    assertThat(keyed("varbinary(36) not null").fingerprint()).isNotEqualTo(fingerprint);
    assertThat(
            ArchiveSchema.of(
                    SourceTables.dataset("", "id"),
                    SourceTables.table(
                        "id varchar(36) not null", "event_day date not null", "extra int"))
                .fingerprint())
        .isNotEqualTo(fingerprint);
  }

  private static ArchiveSchema keyed(String type) {
    return ArchiveSchema.of(
        SourceTables.dataset("", "id"),
        SourceTables.table("id " + type, "event_day date not null"));
  }

  @Test
  void identitiesAreComparedAndDescribed() {
    Object[] first = {
      "billing".getBytes(java.nio.charset.StandardCharsets.UTF_8), new byte[] {'1'}
    };
    Object[] second = {first[0], new byte[] {'2'}};

    assertThat(INBOX.compareIdentities(first, second)).isNegative();
    assertThat(INBOX.compareIdentities(second, first)).isPositive();
    assertThat(INBOX.compareIdentities(first, first.clone())).isZero();
    assertThat(INBOX.describe(first)).isEqualTo("consumer_name=billing, event_id=1");
  }
}
