package io.tallykeep.benchmarks;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceCollation;
import io.tallykeep.archive.schema.SourceColumn;
import io.tallykeep.archive.schema.SourceTable;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * One day of an inbox whose values are as random as they can be: consumer, UUID as text, BINARY(32)
 * hash, status, three numbers, DATETIME(6). Rows are made anew each time they are asked for, the
 * same ones at every run.
 */
final class LayoutRows {
  private static final int DAY = (int) LocalDate.of(2026, 1, 2).toEpochDay();
  private static final long DAY_MILLIS = DAY * 86_400_000L;
  private static final int CONSUMERS = 4;

  private final long[] ids;
  private final double makingMicros;

  private LayoutRows(long[] ids) {
    this.ids = ids;
    long values = 0;
    long spent = LayoutFile.cpuNanos();
    for (int i = 0; i < ids.length; i++) {
      values += row(i).length;
    }
    this.makingMicros = (LayoutFile.cpuNanos() - spent) * 9 / 1e3 / values;
  }

  /** Random UUIDs (version 4), in ascending order within each consumer. */
  static LayoutRows random(int rows) {
    SplittableRandom random = new SplittableRandom(4);
    long[] ids = random.longs(rows).map(id -> id & ~0xF000L | 0x4000L).toArray();
    return new LayoutRows(inOrder(ids));
  }

  /** UUIDs of version 7, spread over the day. */
  static LayoutRows byTime(int rows) {
    SplittableRandom random = new SplittableRandom(7);
    long[] ids =
        random
            .longs(rows, 0, 86_400_000L)
            .map(millis -> (DAY_MILLIS + millis) << 16 | 0x7000L | random.nextInt(0x1000))
            .toArray();
    return new LayoutRows(inOrder(ids));
  }

  private static long[] inOrder(long[] ids) {
    for (int consumer = 0; consumer < CONSUMERS; consumer++) {
      int from = (int) ((long) ids.length * consumer / CONSUMERS);
      int to = (int) ((long) ids.length * (consumer + 1) / CONSUMERS);
      for (int i = from; i < to; i++) {
        ids[i] ^= Long.MIN_VALUE;
      }
      Arrays.sort(ids, from, to);
      for (int i = from; i < to; i++) {
        ids[i] ^= Long.MIN_VALUE;
        if (i > from && Long.compareUnsigned(ids[i], ids[i - 1]) <= 0) {
          ids[i] = ids[i - 1] + 1;
        }
      }
    }
    return ids;
  }

  /** CPU of making one row. */
  double makingMicros() {
    return makingMicros;
  }

  int count() {
    return ids.length;
  }

  /** The second half of a UUID from its first one. */
  private static long mix(long seed) {
    return new SplittableRandom(seed).nextLong();
  }

  private byte[] consumer(int row) {
    return text("consumer-" + (long) row * CONSUMERS / ids.length);
  }

  Object[] identity(int row) {
    return new Object[] {consumer(row), text(new UUID(ids[row], second(row)).toString())};
  }

  /** An identity that no row has, between this row's and the next one's. */
  Object[] absent(int row) {
    return new Object[] {consumer(row), text(new UUID(ids[row], second(row)) + "0")};
  }

  private long second(int row) {
    return mix(ids[row]) & ~(3L << 62) | Long.MIN_VALUE;
  }

  Object[] row(int row) {
    SplittableRandom random = new SplittableRandom(ids[row] + 1);
    byte[] hash = new byte[32];
    random.nextBytes(hash);
    Object[] identity = identity(row);
    return new Object[] {
      identity[0],
      identity[1],
      DAY,
      hash,
      text(random.nextInt(10) == 0 ? "FAILED" : "SUCCEEDED"),
      (long) random.nextInt(100),
      (long) random.nextInt(1_000_000),
      (long) random.nextInt(3),
      DAY * 86_400_000_000L + random.nextLong(86_400_000_000L)
    };
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The table's schema; without filters if the event day is taken from the identity. */
  static ArchiveSchema schema(EventDayOrigin origin) {
    Dataset dataset = dataset(origin);
    List<SourceColumn> columns =
        List.of(
            column(1, "consumer_name", "varchar", 64),
            column(2, "event_id", "varchar", 40),
            column(3, "event_day", "date", 0),
            column(4, "payload_hash", "binary", 32),
            column(5, "status", "varchar", 16),
            column(6, "tenant_id", "bigint", 0),
            column(7, "amount_minor", "bigint", 0),
            column(8, "version", "int", 0),
            column(9, "processed_at", "datetime", 6));
    return ArchiveSchema.of(
        dataset, new SourceTable(dataset.table(), "InnoDB", columns, List.of()));
  }

  private static Dataset dataset(EventDayOrigin origin) {
    return new Dataset(
        "inbox",
        0,
        TableName.parse("payments.inbox"),
        TableName.parse("payments.inbox_late"),
        List.of(Identifier.of("consumer_name"), Identifier.of("event_id")),
        Identifier.of("event_day"),
        origin,
        Optional.of(Identifier.of("payload_hash")),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static SourceColumn column(int ordinal, String name, String type, int length) {
    OptionalInt size = length == 0 ? OptionalInt.empty() : OptionalInt.of(length);
    return new SourceColumn(
        name,
        ordinal,
        type,
        length == 0 ? type : type + "(" + length + ")",
        false,
        size,
        size,
        size,
        type.equals("varchar")
            ? Optional.of(new SourceCollation("utf8mb4", "utf8mb4_0900_bin", false))
            : Optional.empty(),
        false,
        false);
  }
}
