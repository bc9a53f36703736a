package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bytes that changed: a row that is there is found as it was, or there is no answer. */
class DamagedIndexTest {
  private static final ArchiveSchema INBOX = SourceTables.inbox();
  private static final IndexedReader READER = new IndexedReader(INBOX);
  private static final List<Object[]> ROWS = TestFiles.inboxRows(60);
  private static final byte[] BYTES = TestFiles.write(INBOX, new FileLimits(1 << 20, 13, 5), ROWS);
  private static final SparseIndex INDEX = READER.index(new ByteRanges(BYTES)).orElseThrow();

  @Test
  void noBitOfTheEntryAndTheTailMakesARowAbsent() {
    int entry = indexOf(BYTES, ParquetSettings.SPARSE_INDEX.getBytes(StandardCharsets.US_ASCII));
    Random random = new Random(1);
    int refused = 0;
    for (int position = entry - 4; position < BYTES.length; position++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] flipped = flipped(position, bit);
        Object[] row = ROWS.get(random.nextInt(ROWS.size()));
        try {
          ByteRanges object = new ByteRanges(flipped);
          Optional<SparseIndex> index = READER.index(object);
          if (index.isPresent()) {
            assertFound(index.get(), object, row);
          } else {
            assertThat(new DataFileReader(INBOX).find(TestFiles.input(flipped), id(row)))
                .isPresent();
          }
        } catch (DataFileException e) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(1_000);
  }

  @Test
  void noBitOfTheRowGroupsMakesARowAbsent() {
    long end = INDEX.from(INDEX.groupCount() - 1) + INDEX.lengthBytes(INDEX.groupCount() - 1);
    Random random = new Random(2);
    int refused = 0;
    for (int position = 4; position < end; position += 3) {
      byte[] flipped = flipped(position, random.nextInt(8));
      int group = INDEX.groupCount() - 1;
      while (INDEX.from(group) > position) {
        group--;
      }
      int row = Math.min(ROWS.size() - 1, group * 13 + random.nextInt(13));
      try {
        assertFound(INDEX, new ByteRanges(flipped), ROWS.get(row));
      } catch (DataFileException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(500);
  }

  private static void assertFound(SparseIndex index, ByteRanges object, Object[] row) {
    assertThat(READER.find(index, object, id(row)))
        .hasValueSatisfying(found -> assertThat(TestFiles.sameRow(found, row)).isTrue());
  }

  @Test
  void anIndexThatIsAheadOfOrBehindItsObjectGivesNoAnswer() {
    byte[] other = TestFiles.write(INBOX, new FileLimits(1 << 20, 13, 5), TestFiles.inboxRows(61));

    for (Object[] row : ROWS) {
      for (byte[] object : List.of(other, Arrays.copyOf(BYTES, BYTES.length / 3))) {
        try {
          assertThat(READER.find(INDEX, new ByteRanges(object), id(row))).isPresent();
        } catch (DataFileException e) {
          assertThat(e.kind()).isEqualTo(DataFileException.Kind.UNREADABLE);
        }
      }
    }
  }

  @Test
  void aRowGroupInTheWrongPlaceGivesNoAnswer() {
    byte[] swapped = BYTES.clone();
    int length = INDEX.lengthBytes(1);
    System.arraycopy(BYTES, (int) INDEX.from(2), swapped, (int) INDEX.from(1), length);

    assertThatThrownBy(() -> READER.find(INDEX, new ByteRanges(swapped), id(ROWS.get(15))))
        .isInstanceOf(DataFileException.class);
  }

  @Test
  void truncatedFilesAndForeignBytesGiveNoAnswer() {
    for (int length = 0; length < BYTES.length; length += 1 + length / 50) {
      ByteRanges object = new ByteRanges(Arrays.copyOf(BYTES, length));

      assertThatThrownBy(() -> READER.index(object)).isInstanceOf(DataFileException.class);
    }
  }

  @Test
  void aFooterThatDisagreesWithItsIndexIsRefusedByEveryScan() {
    byte[] changed = BYTES.clone();
    int place = indexOf(BYTES, ParquetSettings.SPARSE_INDEX.getBytes(StandardCharsets.US_ASCII));
    changed[place + 40] ^= 1;

    assertThatThrownBy(() -> TestFiles.read(INBOX, TestFiles.input(changed)))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("the footer's tallykeep.sparse-index does not have its checksum");
  }

  private static Object[] id(Object[] row) {
    return INBOX.identityOf(row);
  }

  private static byte[] flipped(int position, int bit) {
    byte[] flipped = BYTES.clone();
    flipped[position] ^= (byte) (1 << bit);
    return flipped;
  }

  private static int indexOf(byte[] bytes, byte[] sought) {
    for (int i = bytes.length - sought.length; i >= 0; i--) {
      if (Arrays.equals(bytes, i, i + sought.length, sought, 0, sought.length)) {
        return i;
      }
    }
    throw new AssertionError("not in the file");
  }
}
