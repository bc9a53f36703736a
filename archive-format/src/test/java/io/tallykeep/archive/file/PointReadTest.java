package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PointReadTest {
  private static final ArchiveSchema INBOX = SourceTables.inbox();
  private static final DataFileReader READER = new DataFileReader(INBOX);

  @Test
  void everyRowIsFoundAndItsNeighboursAreAbsent() {
    List<Object[]> rows = TestFiles.inboxRows(2_345);
    byte[] bytes = TestFiles.write(INBOX, TestFiles.SMALL, rows);

    for (int i = 0; i < rows.size(); i += 3) {
      Object[] row = rows.get(i);
      assertThat(READER.find(TestFiles.input(bytes), INBOX.identityOf(row)))
          .hasValueSatisfying(found -> assertThat(TestFiles.sameRow(found, row)).isTrue());
      Object[] between = {row[0], TestFiles.text(String.format("%08d", i * 10L + 5))};
      assertThat(READER.find(TestFiles.input(bytes), between)).isEmpty();
    }
  }

  @Test
  void identitiesOutsideTheFileAreAbsent() {
    byte[] bytes = TestFiles.write(INBOX, TestFiles.SMALL, TestFiles.inboxRows(1_500));

    for (String consumer : List.of("", "a", "billing", "h", "ledger", "p", "risk", "z")) {
      for (String event : List.of("", "0", "00000001", "99999999", "~")) {
        Object[] asked = {TestFiles.text(consumer), TestFiles.text(event)};
        assertThat(READER.find(TestFiles.input(bytes), asked)).isEmpty();
      }
    }
  }

  @Test
  void aFileOfOneRowAnswers() {
    List<Object[]> rows = TestFiles.inboxRows(1);
    byte[] bytes = TestFiles.write(INBOX, FileLimits.DEFAULT, rows);

    assertThat(READER.find(TestFiles.input(bytes), INBOX.identityOf(rows.get(0)))).isPresent();
    Object[] other = {TestFiles.text("risk"), TestFiles.text("1")};
    assertThat(READER.find(TestFiles.input(bytes), other)).isEmpty();
  }

  @Test
  void aFileWithoutRowsHasNone() throws Exception {
    byte[] bytes = ForeignFiles.withoutRows(INBOX);
    Object[] asked = {TestFiles.text("risk"), TestFiles.text("1")};

    assertThat(READER.find(TestFiles.input(bytes), asked)).isEmpty();
    assertThat(TestFiles.read(INBOX, TestFiles.input(bytes))).isEmpty();
  }

  @Test
  void extremeAndBoundaryKeysAreFound() {
    ArchiveSchema schema = TestFiles.keyed("binary(16)");
    List<Object[]> rows = new ArrayList<>();
    rows.add(TestFiles.keyedRow(key(0x00)));
    for (int first = 1; first < 0xFF; first++) {
      rows.add(TestFiles.keyedRow(key(first)));
    }
    rows.add(TestFiles.keyedRow(key(0xFF)));
    byte[] bytes = TestFiles.write(schema, new FileLimits(1 << 20, 1_000, 4), rows);
    DataFileReader reader = new DataFileReader(schema);

    for (Object[] row : rows) {
      assertThat(reader.find(TestFiles.input(bytes), schema.identityOf(row))).isPresent();
      byte[] next = ((byte[]) row[0]).clone();
      next[15] ^= 1;
      assertThat(reader.find(TestFiles.input(bytes), new Object[] {next})).isEmpty();
    }
    assertThat(reader.find(TestFiles.input(bytes), new Object[] {new byte[3]})).isEmpty();
  }

  private static byte[] key(int value) {
    byte[] key = new byte[16];
    Arrays.fill(key, (byte) value);
    return key;
  }

  @Test
  void longKeysWithEqualBeginningsAreToldApart() {
    ArchiveSchema schema = TestFiles.keyed("varchar(700)");
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      rows.add(TestFiles.keyedRow(TestFiles.text("k".repeat(690) + String.format("%04d", i))));
    }
    byte[] bytes = TestFiles.write(schema, new FileLimits(1 << 20, 1_000, 7), rows);
    DataFileReader reader = new DataFileReader(schema);

    for (Object[] row : rows) {
      assertThat(reader.find(TestFiles.input(bytes), schema.identityOf(row))).isPresent();
    }
    assertThat(
            reader.find(
                TestFiles.input(bytes), new Object[] {TestFiles.text("k".repeat(690) + "0100x")}))
        .isEmpty();
  }

  @Test
  void unsignedDecimalsAreOrderedNumerically() {
    ArchiveSchema schema = TestFiles.keyed("bigint unsigned");
    List<BigDecimal> ids =
        List.of(
            new BigDecimal("0"),
            new BigDecimal("9007199254740992"),
            new BigDecimal("9007199254740993"),
            new BigDecimal("9223372036854775808"),
            new BigDecimal("18446744073709551615"));
    byte[] bytes =
        TestFiles.write(
            schema, new FileLimits(1, 1, 1), ids.stream().map(TestFiles::keyedRow).toList());
    DataFileReader reader = new DataFileReader(schema);

    for (BigDecimal id : ids) {
      assertThat(reader.find(TestFiles.input(bytes), new Object[] {id})).isPresent();
    }
    assertThat(
            reader.find(TestFiles.input(bytes), new Object[] {new BigDecimal("9007199254740994")}))
        .isEmpty();
  }

  @Test
  void aFileWithoutStatisticsOrIndexIsSearchedInItsRows() throws Exception {
    List<Object[]> rows = TestFiles.inboxRows(200);
    byte[] bytes = ForeignFiles.withoutStatistics(INBOX, rows);

    for (Object[] row : rows) {
      assertThat(READER.find(TestFiles.input(bytes), INBOX.identityOf(row))).isPresent();
    }
    Object[] absent = {TestFiles.text("ledger"), TestFiles.text("00000785")};
    assertThat(READER.find(TestFiles.input(bytes), absent)).isEmpty();
  }

  @Test
  void aWrongPageIndexNeverMakesARowAbsent() {
    List<Object[]> rows = TestFiles.inboxRows(600);
    byte[] bytes = TestFiles.write(INBOX, TestFiles.SMALL, rows);

    for (char digit : new char[] {'0', '3', '9'}) {
      byte[] forged = ForeignFiles.withBounds(INBOX, bytes, digit);
      assertThat(forged).isNotEqualTo(bytes);
      for (Object[] row : rows) {
        assertThat(READER.find(TestFiles.input(forged), INBOX.identityOf(row))).isPresent();
      }
    }
  }

  @Test
  void anIdentityOfTheWrongLengthIsRefused() {
    byte[] bytes = TestFiles.write(INBOX, FileLimits.DEFAULT, TestFiles.inboxRows(1));

    assertThatThrownBy(() -> READER.find(TestFiles.input(bytes), new Object[] {new byte[1]}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an identity of 1 values for table payments.inbox.");
  }

  @Test
  void manyThreadsShareOneReader() throws Exception {
    List<Object[]> rows = TestFiles.inboxRows(3_000);
    byte[] bytes = TestFiles.write(INBOX, TestFiles.SMALL, rows);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> results = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        int first = thread;
        results.add(
            threads.submit(
                () -> {
                  int misses = 0;
                  for (int i = first; i < rows.size(); i += 16) {
                    Object[] identity = INBOX.identityOf(rows.get(i));
                    if (READER.find(TestFiles.input(bytes), identity).isEmpty()) {
                      misses++;
                    }
                  }
                  return misses;
                }));
      }
      for (Future<Integer> result : results) {
        assertThat(result.get(60, TimeUnit.SECONDS)).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
