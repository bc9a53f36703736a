package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.util.List;
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

    for (int i = 0; i < rows.size(); i += 3) {
      Object[] row = rows.get(i);
      ByteRanges object = new ByteRanges(bytes);
      assertThat(READER.find(index, object, INBOX.identityOf(row)))
          .hasValueSatisfying(found -> assertThat(TestFiles.sameRow(found, row)).isTrue());
      Object[] between = {row[0], TestFiles.text(String.format("%08d", i * 10L + 5))};
      assertThat(READER.find(index, object, between)).isEmpty();
      assertThat(READER.mayHold(index, object, INBOX.identityOf(row))).isTrue();
      assertThat(object.fetches()).hasSize(3);
      assertThat(object.fetches().get(2)).isEqualTo(32);
    }
  }
}
