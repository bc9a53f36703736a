package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.io.FileNotFoundException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IndexedReaderTest {
  private static final ArchiveSchema INBOX = SourceTables.inbox();
  private static final IndexedReader READER = new IndexedReader(INBOX);

  @Test
  void everyRowIsFoundByOneFetchAndItsNeighboursAreAbsentByOne() {
    List<Object[]> rows = TestFiles.inboxRows(2_345);
    byte[] bytes = TestFiles.write(INBOX, TestFiles.SMALL, rows);
    SparseIndex index = READER.index(new ByteRanges(bytes)).orElseThrow();
    assertThat(index.groupCount()).isEqualTo(3);

    for (int i = 0; i < rows.size(); i += 41) {
      Object[] row = rows.get(i);
      ByteRanges object = new ByteRanges(bytes);
      assertThat(READER.find(index, object, INBOX.identityOf(row)))
          .hasValueSatisfying(found -> assertThat(TestFiles.sameRow(found, row)).isTrue());
      Object[] between = {row[0], TestFiles.text(String.format("%08d", i * 10L + 5))};
      assertThat(READER.find(index, object, between)).isEmpty();
      assertThat(READER.mayHold(index, object, INBOX.identityOf(row))).isTrue();
      assertThat(object.fetches()).hasSize(3);
      assertThat(object.fetches().get(0)).isEqualTo(index.lengthBytes(i / 1_000));
      assertThat(object.fetches().get(2)).isEqualTo(FilterProbe.BLOCK_BYTES);
    }
  }

  @Test
  void identitiesOutsideTheFileAreAbsentAndBeforeItsFirstRowWithoutFetch() {
    byte[] bytes = TestFiles.write(INBOX, TestFiles.SMALL, TestFiles.inboxRows(1_500));
    ByteRanges object = new ByteRanges(bytes);
    SparseIndex index = READER.index(object).orElseThrow();
    Object[] before = {TestFiles.text("alpha"), TestFiles.text("1")};

    assertThat(READER.find(index, object, before)).isEmpty();
    assertThat(READER.mayHold(index, object, before)).isFalse();
    assertThat(object.fetches()).hasSize(1);
    for (String consumer : List.of("billing", "h", "ledger", "p", "risk", "z")) {
      for (String event : List.of("", "0", "00000001", "99999999", "~")) {
        Object[] asked = {TestFiles.text(consumer), TestFiles.text(event)};
        assertThat(READER.find(index, object, asked)).isEmpty();
      }
    }
  }

  @Test
  void aFooterBeyondTheTailIsReadByASecondFetch() {
    List<Object[]> rows = TestFiles.inboxRows(900);
    byte[] bytes = TestFiles.write(INBOX, new FileLimits(1 << 20, 5, 5), rows);
    ByteRanges object = new ByteRanges(bytes);
    SparseIndex index = READER.index(object).orElseThrow();

    assertThat(index.groupCount()).isEqualTo(180);
    assertThat(object.fetches()).hasSize(2).first().isEqualTo(64 * 1024);
    assertThat(index.weightBytes()).isLessThan(180 * 60);
    assertEachRowIsFound(INBOX, bytes, rows);
  }

  @Test
  void aFileWithoutIndexSaysSo() throws Exception {
    byte[] bytes = ForeignFiles.withoutStatistics(INBOX, TestFiles.inboxRows(200));

    assertThat(READER.index(new ByteRanges(bytes))).isEmpty();
  }

  @Test
  void filesOfOneRowAndRowGroupsOfOneRowAnswer() {
    assertEachRowIsFound(
        INBOX,
        TestFiles.write(INBOX, FileLimits.DEFAULT, TestFiles.inboxRows(1)),
        TestFiles.inboxRows(1));
    List<Object[]> rows = TestFiles.inboxRows(40);
    byte[] bytes = TestFiles.write(INBOX, new FileLimits(1, 10, 10), rows);

    assertThat(READER.index(new ByteRanges(bytes)).orElseThrow().groupCount()).isEqualTo(40);
    assertEachRowIsFound(INBOX, bytes, rows);
  }

  @Test
  void extremeAndBoundaryKeysAreFound() {
    ArchiveSchema schema = TestFiles.keyed("binary(16)");
    List<Object[]> rows = new ArrayList<>();
    for (int first = 0; first <= 0xFF; first++) {
      byte[] key = new byte[16];
      Arrays.fill(key, (byte) first);
      rows.add(TestFiles.keyedRow(key));
    }
    byte[] bytes = TestFiles.write(schema, new FileLimits(1 << 20, 3, 2), rows);
    assertEachRowIsFound(schema, bytes, rows);

    IndexedReader reader = new IndexedReader(schema);
    SparseIndex index = reader.index(new ByteRanges(bytes)).orElseThrow();
    for (Object[] row : rows) {
      byte[] next = ((byte[]) row[0]).clone();
      next[15] ^= 1;
      assertThat(reader.find(index, new ByteRanges(bytes), new Object[] {next})).isEmpty();
    }
    assertThat(reader.find(index, new ByteRanges(bytes), new Object[] {new byte[3]})).isEmpty();
  }

  @Test
  void identitiesOfThreeKibibytesAreFound() {
    ArchiveSchema schema =
        ArchiveSchema.of(
            SourceTables.dataset("", "a", "b"),
            SourceTables.table(
                "a varbinary(2000) not null",
                "b varbinary(1072) not null",
                "event_day date not null"));
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      byte[] first = new byte[2_000];
      byte[] second = new byte[1_072];
      first[1_999] = (byte) (i / 7);
      second[1_071] = (byte) (i % 7);
      rows.add(new Object[] {first, second, TestFiles.DAY});
    }
    assertEachRowIsFound(
        schema, TestFiles.write(schema, new FileLimits(1 << 20, 4, 2), rows), rows);
  }

  @Test
  void aRowLargerThanARowGroupIsFound() {
    ArchiveSchema schema =
        ArchiveSchema.of(
            SourceTables.dataset("", "id"),
            SourceTables.table(
                "id bigint not null", "event_day date not null", "payload longblob"));
    Random random = new Random(3);
    List<Object[]> rows = new ArrayList<>();
    for (long id = 0; id < 6; id++) {
      byte[] payload = new byte[id % 2 == 0 ? 3_000_000 : 10];
      random.nextBytes(payload);
      rows.add(new Object[] {id, TestFiles.DAY, payload});
    }
    byte[] bytes = TestFiles.write(schema, FileLimits.DEFAULT, rows);

    assertEachRowIsFound(schema, bytes, rows);
  }

  @Test
  void valuesThatItsColumnCannotHoldAreAbsent() {
    ArchiveSchema schema = TestFiles.keyed("decimal(20,2)");
    List<Object[]> rows = new ArrayList<>();
    for (int i = -20; i < 20; i++) {
      rows.add(TestFiles.keyedRow(new BigDecimal(i).setScale(2)));
    }
    byte[] bytes = TestFiles.write(schema, new FileLimits(1 << 20, 3, 2), rows);
    assertEachRowIsFound(schema, bytes, rows);

    IndexedReader reader = new IndexedReader(schema);
    ByteRanges object = new ByteRanges(bytes);
    SparseIndex index = reader.index(object).orElseThrow();
    for (String odd : List.of("0.001", "-3.999", "1e30", "-1e30", "1e60", "-1e60")) {
      assertThat(reader.find(index, object, new Object[] {new BigDecimal(odd)})).isEmpty();
    }
    assertThat(reader.find(index, object, new Object[] {new BigDecimal("3.0")})).isPresent();
    assertThat(reader.mayHold(index, object, new Object[] {new BigDecimal("3.0")})).isTrue();
  }

  @Test
  void anIdentityOfTheWrongLengthIsRefused() {
    byte[] bytes = TestFiles.write(INBOX, FileLimits.DEFAULT, TestFiles.inboxRows(1));
    SparseIndex index = READER.index(new ByteRanges(bytes)).orElseThrow();

    assertThatThrownBy(() -> READER.find(index, new ByteRanges(bytes), new Object[] {new byte[1]}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an identity of 1 values for table payments.inbox.");
  }

  @Test
  void anIndexOfAnotherSchemaIsRefused() {
    ArchiveSchema other = TestFiles.keyed("binary(4)");
    byte[] bytes =
        TestFiles.write(
            other, FileLimits.DEFAULT, List.<Object[]>of(TestFiles.keyedRow(new byte[4])));

    assertThatThrownBy(() -> READER.index(new ByteRanges(bytes)))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining(
            "the footer's tallykeep.sparse-index is of another schema than that of table"
                + " payments.inbox");
  }

  @Test
  void aMissingObjectIsReportedAsMissing() {
    ObjectRanges missing =
        new ObjectRanges() {
          @Override
          public String path() {
            return TestFiles.PATH;
          }

          @Override
          public long sizeBytes() {
            return 1_000;
          }

          @Override
          public byte[] fetch(long from, int count) throws FileNotFoundException {
            throw new FileNotFoundException("gone");
          }
        };

    assertThatThrownBy(() -> READER.index(missing))
        .isInstanceOf(DataFileException.class)
        .extracting(e -> ((DataFileException) e).kind())
        .isEqualTo(DataFileException.Kind.MISSING);
  }

  static void assertEachRowIsFound(ArchiveSchema schema, byte[] bytes, List<Object[]> rows) {
    IndexedReader reader = new IndexedReader(schema);
    ByteRanges object = new ByteRanges(bytes);
    SparseIndex index = reader.index(object).orElseThrow();
    for (Object[] row : rows) {
      assertThat(reader.find(index, object, schema.identityOf(row)))
          .hasValueSatisfying(found -> assertThat(TestFiles.sameRow(found, row)).isTrue());
      assertThat(reader.mayHold(index, object, schema.identityOf(row))).isTrue();
    }
  }
}
