package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilterTest {
  private static final ArchiveSchema SCHEMA = TestFiles.keyed("varchar(40)");
  private static final IndexedReader READER = new IndexedReader(SCHEMA);
  private static final int ROWS = 9_000;

  @Test
  void writtenFiltersHaveFewFalsePositivesAndNoFalseNegative() {
    List<Object[]> rows = rows(ROWS);
    byte[] bytes = TestFiles.write(SCHEMA, FileLimits.DEFAULT, rows);
    ByteRanges object = new ByteRanges(bytes);
    SparseIndex index = READER.index(object).orElseThrow();
    assertThat(index.hasFilters()).isTrue();
    assertThat(index.filterBytes(0)).isEqualTo(4_096);

    int falsePositives = 0;
    for (Object[] row : rows) {
      assertThat(READER.mayHold(index, object, new Object[] {row[0]})).isTrue();
      byte[] absent = Arrays.copyOf((byte[]) row[0], 37);
      falsePositives += READER.mayHold(index, object, new Object[] {absent}) ? 1 : 0;
    }
    assertThat(falsePositives).isBetween(ROWS / 200, ROWS * 4 / 100);
  }

  @Test
  void aBlockIsReadAsParquetJavaReadsIt() {
    BlockSplitBloomFilter filter = new BlockSplitBloomFilter(1_024, 1_024);
    List<Object[]> rows = rows(2_000);
    for (Object[] row : rows.subList(0, 1_000)) {
      filter.insertHash(FilterProbe.hash((byte[]) row[0]));
    }
    java.io.ByteArrayOutputStream bits = new java.io.ByteArrayOutputStream();
    try {
      filter.writeTo(bits);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    byte[] bytes = Arrays.copyOfRange(bits.toByteArray(), bits.size() - 1_024, bits.size());
    for (Object[] row : rows) {
      long hash = FilterProbe.hash((byte[]) row[0]);
      int from = FilterProbe.blockFrom(hash, bytes.length);
      assertThat(FilterProbe.mayHold(Arrays.copyOfRange(bytes, from, from + 32), hash))
          .isEqualTo(filter.findHash(hash));
    }
  }

  /** Values of the xxHash project's own tests: XXH64, seed 0. */
  @Test
  void theHashIsXxh64WithSeedZero() {
    assertThat(FilterProbe.hash(new byte[0])).isEqualTo(0xEF46DB3751D8E999L);
    assertThat(FilterProbe.hash("a".getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(0xD24EC4F1A98C6E5BL);
    assertThat(FilterProbe.hash("abc".getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(0x44BC2CF5AD770999L);
  }

  @Test
  void duckDbFindsEveryKeyInTheFilters(@TempDir Path folder) throws Exception {
    List<Object[]> rows = rows(500);
    Path file = folder.resolve("filters.parquet");
    Files.write(file, TestFiles.write(SCHEMA, new FileLimits(1 << 20, 100, 100), rows));
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      int excluded = 0;
      for (int i = 0; i < rows.size(); i += 25) {
        String id = new String((byte[]) rows.get(i)[0], StandardCharsets.UTF_8);
        try (ResultSet groups =
            statement.executeQuery(
                "SELECT row_group_id, bloom_filter_excludes FROM parquet_bloom_probe('"
                    + file
                    + "', 'id', '"
                    + id
                    + "') ORDER BY 1")) {
          for (int group = 0; groups.next(); group++) {
            assertThat(groups.getBoolean(2) && group == i / 100).isFalse();
            excluded += groups.getBoolean(2) ? 1 : 0;
          }
        }
      }
      assertThat(excluded).isGreaterThan(60);
    }
  }

  @Test
  void datasetsWithTheDayInsideTheirIdentityHaveNone() {
    Dataset given = SourceTables.dataset("", "id");
    Dataset dataset =
        new Dataset(
            given.name(),
            0,
            given.table(),
            given.lateTable(),
            given.identity(),
            given.eventDay(),
            EventDayOrigin.UUID_V7,
            given.payloadHash(),
            List.of(),
            given.liveRows(),
            given.businessKey());
    ArchiveSchema schema =
        ArchiveSchema.of(
            dataset, SourceTables.table("id binary(16) not null", "event_day date not null"));
    ByteRanges object =
        new ByteRanges(
            TestFiles.write(
                schema, FileLimits.DEFAULT, List.<Object[]>of(TestFiles.keyedRow(new byte[16]))));
    IndexedReader reader = new IndexedReader(schema);
    SparseIndex index = reader.index(object).orElseThrow();

    assertThat(index.hasFilters()).isFalse();
    assertThat(reader.mayHold(index, object, new Object[] {key(1)})).isTrue();
    assertThat(object.fetches()).hasSize(1);
  }

  private static byte[] key(long last) {
    return ByteBuffer.allocate(16).putLong(8, last).array();
  }

  /** Rows with pseudo-random ids of 36 characters, in ascending order. */
  static List<Object[]> rows(int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(UUID.nameUUIDFromBytes(key(i)).toString());
    }
    return ids.stream().sorted().map(id -> TestFiles.keyedRow(TestFiles.text(id))).toList();
  }
}
