package io.tallykeep.archive.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceCollation;
import io.tallykeep.archive.schema.SourceColumn;
import io.tallykeep.archive.schema.SourceKey;
import io.tallykeep.archive.schema.SourceTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class IdentityBoundsTest {
  private static final int CONSUMER = 1;
  private static final int EVENT = 2;
  private static final int NUMBER = 3;

  private final ArchiveSchema schema = schema();
  private final Map<Integer, ByteBuffer> lower = new HashMap<>();
  private final Map<Integer, ByteBuffer> upper = new HashMap<>();

  private static SourceColumn column(String name, int ordinal, String type, int length) {
    boolean text = type.equals("varchar");
    return new SourceColumn(
        name,
        ordinal,
        type,
        length > 0 ? type + "(" + length + ")" : type,
        false,
        length > 0 ? OptionalInt.of(length) : OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        text
            ? Optional.of(new SourceCollation("utf8mb4", "utf8mb4_0900_bin", false))
            : Optional.empty(),
        false,
        false);
  }

  private static SourceKey.Part part(String name) {
    return new SourceKey.Part(Optional.of(name), true, false);
  }

  private static ArchiveSchema schema() {
    List<SourceKey.Part> key =
        List.of(part("consumer"), part("event"), part("number"), part("event_day"));
    SourceTable table =
        new SourceTable(
            TableName.parse("payments.inbox"),
            "InnoDB",
            List.of(
                column("consumer", 1, "varchar", 64),
                column("event", 2, "binary", 2),
                column("number", 3, "bigint", 0),
                column("event_day", 4, "date", 0)),
            List.of(new SourceKey("PRIMARY", true, true, key)));
    return ArchiveSchema.of(
        new Dataset(
            "inbox",
            0,
            TableName.parse("payments.inbox"),
            TableName.parse("payments.inbox_late"),
            List.of(Identifier.of("consumer"), Identifier.of("event"), Identifier.of("number")),
            Identifier.of("event_day"),
            EventDayOrigin.EVENT_TIME,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty()),
        table);
  }

  private boolean mayHold(String consumer, int event, long number) {
    DataFile file =
        DataFiles.builder(schema.partitionSpec())
            .withPath("s3://bucket/a")
            .withFormat("parquet")
            .withFileSizeInBytes(1)
            .withPartitionPath("event_day=2026-01-01")
            .withMetrics(new Metrics(1L, null, null, null, null, lower, upper))
            .build();
    return IdentityBounds.of(schema, file)
        .mayHold(
            new Object[] {consumer.getBytes(StandardCharsets.UTF_8), bytes(event).array(), number});
  }

  private static ByteBuffer bytes(int event) {
    return ByteBuffer.wrap(new byte[] {(byte) (event >> 8), (byte) event});
  }

  private static ByteBuffer text(String value) {
    return Conversions.toByteBuffer(Types.StringType.get(), value);
  }

  private static ByteBuffer number(long value) {
    return Conversions.toByteBuffer(Types.LongType.get(), value);
  }

  @Test
  void fileWithoutBoundsMayHoldAnything() {
    assertThat(mayHold("a", 0, 0)).isTrue();
  }

  @Test
  void oneBoundAloneExcludesItsSide() {
    lower.put(CONSUMER, text("b"));

    assertThat(mayHold("a", 0, 0)).isFalse();
    assertThat(mayHold("b", 0, 0)).isTrue();
    assertThat(mayHold("z", 0, 0)).isTrue();
  }

  @Test
  void boundsThemselvesAreInside() {
    lower.put(CONSUMER, text("b"));
    upper.put(CONSUMER, text("d"));

    assertThat(mayHold("b", 0, 0)).isTrue();
    assertThat(mayHold("d", 0, 0)).isTrue();
    assertThat(mayHold("da", 0, 0)).isFalse();
  }

  @Test
  void bytesAreComparedUnsigned() {
    lower.put(EVENT, bytes(0x7FFF));
    upper.put(EVENT, bytes(0x8001));

    assertThat(mayHold("a", 0x8000, 0)).isTrue();
    assertThat(mayHold("a", 0x7FFE, 0)).isFalse();
    assertThat(mayHold("a", 0x8002, 0)).isFalse();
    assertThat(mayHold("a", 0x0000, 0)).isFalse();
    assertThat(mayHold("a", 0xFFFF, 0)).isFalse();
  }

  @Test
  void textIsComparedAsBytesAndNotAsJavaStrings() {
    String supplementary = "\uD83D\uDE00";
    String privateUse = "\uE000";
    lower.put(CONSUMER, text(privateUse));
    upper.put(CONSUMER, text(supplementary));

    assertThat(mayHold(supplementary, 0, 0)).as("greater in UTF-8, less in UTF-16").isTrue();
    assertThat(mayHold("a", 0, 0)).isFalse();
  }

  @Test
  void numbersAreComparedByValue() {
    lower.put(NUMBER, number(-5));
    upper.put(NUMBER, number(300));

    assertThat(mayHold("a", 0, -5)).isTrue();
    assertThat(mayHold("a", 0, 255)).isTrue();
    assertThat(mayHold("a", 0, -6)).isFalse();
    assertThat(mayHold("a", 0, 301)).isFalse();
  }
}
