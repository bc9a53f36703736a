package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.Files;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Test;

class DamagedFileTest {
  private static final ArchiveSchema INBOX = SourceTables.inbox();
  private static final DataFileReader READER = new DataFileReader(INBOX);
  private static final List<Object[]> ROWS = TestFiles.inboxRows(300);
  private static final byte[] BYTES = TestFiles.write(INBOX, TestFiles.SMALL, ROWS);

  @Test
  void aTruncatedFileGivesNoAnswer() {
    for (int length = 0; length < BYTES.length; length += 1 + length / 60) {
      InputFile file = TestFiles.input(java.util.Arrays.copyOf(BYTES, length));

      assertThatThrownBy(() -> TestFiles.read(INBOX, file))
          .isInstanceOf(DataFileException.class)
          .hasMessageStartingWith("data file memory:/day/file.parquet: ");
      assertThatThrownBy(() -> READER.find(file, INBOX.identityOf(ROWS.get(7))))
          .isInstanceOf(DataFileException.class);
    }
  }

  @Test
  void aFileShorterThanItsStatedLengthGivesNoAnswer() {
    byte[] cut = java.util.Arrays.copyOf(BYTES, BYTES.length - 100);
    InputFile file = new OddInputFile(cut, BYTES.length, Integer.MAX_VALUE);

    assertThatThrownBy(() -> TestFiles.read(INBOX, file))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("its length is stated as " + BYTES.length);
  }

  @Test
  void aStreamOfSingleBytesIsReadWhole() {
    InputFile file = new OddInputFile(BYTES, BYTES.length, 1);

    assertThat(TestFiles.read(INBOX, file)).hasSameSizeAs(ROWS);
    assertThat(READER.find(file, INBOX.identityOf(ROWS.get(7)))).isPresent();
  }

  @Test
  void indexesAreNotFetchedByteByByte() {
    OddInputFile file = new OddInputFile(BYTES, BYTES.length, Integer.MAX_VALUE);

    READER.find(file, INBOX.identityOf(ROWS.get(7)));

    assertThat(file.reads.get()).isLessThanOrEqualTo(2);
  }

  /**
   * One flipped bit anywhere: a present row is found, or there is no answer; it is never absent.
   */
  @Test
  void aFlippedBitNeverMakesARowAbsent() {
    Random random = new Random(4711);
    int unreadable = 0;
    for (int position = 0; position < BYTES.length; position += 7) {
      byte[] flipped = BYTES.clone();
      flipped[position] ^= (byte) (1 << random.nextInt(8));
      Object[] row = ROWS.get(random.nextInt(ROWS.size()));
      try {
        assertThat(READER.find(TestFiles.input(flipped), INBOX.identityOf(row)))
            .as("bit flipped in byte %d", position)
            .isPresent();
      } catch (DataFileException e) {
        unreadable++;
      }
    }
    assertThat(unreadable).isPositive();
  }

  @Test
  void aFlippedBitInAPageIsSeenByTheScan() throws Exception {
    int pagesEnd;
    try (OpenDataFile file =
        OpenDataFile.open(INBOX, ColumnCodec.all(INBOX), TestFiles.input(BYTES))) {
      pagesEnd =
          (int) file.rowGroups().get(0).getColumns().get(0).getColumnIndexReference().getOffset();
    }
    Random random = new Random(42);
    List<Integer> unseen = new ArrayList<>();
    for (int position = 4; position < pagesEnd; position += 11) {
      byte[] flipped = BYTES.clone();
      flipped[position] ^= (byte) (1 << random.nextInt(8));
      try {
        List<Object[]> rows = TestFiles.read(INBOX, TestFiles.input(flipped));
        if (!sameRows(rows)) {
          unseen.add(position);
        }
      } catch (DataFileException e) {
        assertThat(e.kind()).isEqualTo(DataFileException.Kind.UNREADABLE);
      }
    }
    assertThat(unseen).isEmpty();
  }

  private static boolean sameRows(List<Object[]> rows) {
    boolean same = rows.size() == ROWS.size();
    for (int i = 0; same && i < rows.size(); i++) {
      same = TestFiles.sameRow(rows.get(i), ROWS.get(i));
    }
    return same;
  }

  @Test
  void overwrittenPagesFailTheirChecksum() {
    byte[] overwritten = BYTES.clone();
    byte[] hash = (byte[]) ROWS.get(100)[3];
    int at = Collections.indexOfSubList(boxed(BYTES), boxed(hash));
    overwritten[at] ^= 1;

    assertThatThrownBy(() -> TestFiles.read(INBOX, TestFiles.input(overwritten)))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("CRC");
    assertThatThrownBy(
            () -> READER.find(TestFiles.input(overwritten), INBOX.identityOf(ROWS.get(100))))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("CRC");
  }

  private static List<Byte> boxed(byte[] bytes) {
    List<Byte> boxed = new ArrayList<>(bytes.length);
    for (byte b : bytes) {
      boxed.add(b);
    }
    return boxed;
  }

  @Test
  void rowsOutOfOrderAreRefused() throws Exception {
    List<Object[]> swapped = new ArrayList<>(ROWS);
    Collections.swap(swapped, 20, 21);
    byte[] bytes = ForeignFiles.unchecked(INBOX, swapped);

    assertThatThrownBy(() -> TestFiles.read(INBOX, TestFiles.input(bytes)))
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            "data file memory:/day/file.parquet: row consumer_name=billing, event_id=00000200 is"
                + " not in ascending identity order.");
  }

  @Test
  void rowsOfTwoDaysAreRefused() throws Exception {
    List<Object[]> rows = new ArrayList<>(ROWS.subList(0, 2));
    Object[] later = ROWS.get(2).clone();
    later[2] = TestFiles.DAY + 1;
    rows.add(later);
    byte[] bytes = ForeignFiles.unchecked(INBOX, rows);

    assertThatThrownBy(() -> TestFiles.read(INBOX, TestFiles.input(bytes)))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("event_id=00000020 has another event day");
  }

  @Test
  void anotherSchemaIsRefused() throws Exception {
    List<Type> fields = new ArrayList<>(INBOX.parquet().getFields());
    Type renamed = fields.get(1);
    fields.set(1, INBOX.column(1).type().parquet("event_key", 2, true));
    byte[] bytes = ForeignFiles.stating(new MessageType("table", fields));

    assertThatThrownBy(() -> TestFiles.read(INBOX, TestFiles.input(bytes)))
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            "data file memory:/day/file.parquet: its schema is not the one of table"
                + " payments.inbox: column 2 is 'required binary event_key (STRING) = 2' instead of"
                + " 'required binary event_id (STRING) = 2'.");
    assertThat(renamed.getName()).isEqualTo("event_id");
  }

  @Test
  void otherFieldIdsAreRefused() throws Exception {
    List<Type> fields = new ArrayList<>(INBOX.parquet().getFields());
    fields.set(0, INBOX.column(0).type().parquet("consumer_name", 2, true));
    fields.set(1, INBOX.column(1).type().parquet("event_id", 1, true));
    byte[] bytes = ForeignFiles.stating(new MessageType("table", fields));

    assertThatThrownBy(() -> READER.find(TestFiles.input(bytes), INBOX.identityOf(ROWS.get(0))))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("'required binary consumer_name (STRING) = 2'");
  }

  @Test
  void aMissingColumnIsRefused() throws Exception {
    List<Type> fields = INBOX.parquet().getFields();
    byte[] bytes =
        ForeignFiles.stating(new MessageType("table", fields.subList(0, fields.size() - 1)));

    assertThatThrownBy(() -> READER.find(TestFiles.input(bytes), INBOX.identityOf(ROWS.get(0))))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("column 9 is 'no further column'");
  }

  @Test
  void aMissingFileIsReportedAsMissing() {
    InputFile file = Files.localInput("/nowhere/file.parquet");

    assertThatThrownBy(() -> TestFiles.read(INBOX, file))
        .isInstanceOf(DataFileException.class)
        .hasMessage("data file /nowhere/file.parquet: there is no such object in the store.")
        .extracting(e -> ((DataFileException) e).kind())
        .isEqualTo(DataFileException.Kind.MISSING);
  }

  @Test
  void whatTheConsumerThrowsPassesThrough() {
    assertThatThrownBy(
            () ->
                READER.forEach(
                    TestFiles.input(BYTES),
                    row -> {
                      throw new IllegalStateException("mine");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("mine");
  }

  /** A file that states any length and hands out as few bytes at a time as it likes. */
  private static final class OddInputFile implements InputFile {
    private final byte[] bytes;
    private final long stated;
    private final int atOnce;
    private final AtomicLong reads = new AtomicLong();

    OddInputFile(byte[] bytes, long stated, int atOnce) {
      this.bytes = bytes;
      this.stated = stated;
      this.atOnce = atOnce;
    }

    @Override
    public long getLength() {
      return stated;
    }

    @Override
    public String location() {
      return TestFiles.PATH;
    }

    @Override
    public boolean exists() {
      return true;
    }

    @Override
    public SeekableInputStream newStream() {
      return new SeekableInputStream() {
        private long position;

        @Override
        public long getPos() {
          return position;
        }

        @Override
        public void seek(long newPosition) {
          position = newPosition;
        }

        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int count) {
          reads.incrementAndGet();
          if (position >= bytes.length) {
            return -1;
          }
          int length = (int) Math.min(Math.min(count, atOnce), bytes.length - position);
          System.arraycopy(bytes, (int) position, target, offset, length);
          position += length;
          return length;
        }
      };
    }
  }
}
