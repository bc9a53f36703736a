package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.Credentials;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.FileIO;
import org.junit.jupiter.api.Test;

/** Data files in a real object store. */
class ObjectStoreIT {
  private static final ArchiveSchema INBOX = SourceTables.inbox();
  private static final DataFileReader READER = new DataFileReader(INBOX);

  private final String bucket = Sandbox.shared().newBucket("files");
  private final FileIO io = storage(Sandbox.shared().s3()).fileIO();

  private ArchiveStorage storage(S3Address s3) {
    return new ArchiveStorage(
        Optional.of(s3.endpoint()),
        s3.region(),
        bucket,
        "warehouse",
        true,
        Optional.of(Credentials.of(s3.accessKey(), s3.secretKey())));
  }

  private String path(String name) {
    return "s3://" + bucket + "/warehouse/" + name;
  }

  private WrittenFile write(String path, List<Object[]> rows) throws Exception {
    try (DataFileWriter writer =
        new DataFileWriter(INBOX, io.newOutputFile(path), FileLimits.DEFAULT)) {
      for (Object[] row : rows) {
        writer.write(row);
      }
      return writer.finish();
    }
  }

  @Test
  void aFinishedFileIsDescribedScannedAndSearched() throws Exception {
    List<Object[]> rows = TestFiles.inboxRows(20_000);
    WrittenFile written = write(path("whole.parquet"), rows);

    DataFile described = DataFileDescriber.describe(INBOX, io, written.path(), written.sizeBytes());
    assertThat(described.recordCount()).isEqualTo(20_000);
    assertThat(TestFiles.read(INBOX, io.newInputFile(written.path(), written.sizeBytes())))
        .usingElementComparator((a, b) -> TestFiles.sameRow(a, b) ? 0 : 1)
        .containsExactlyElementsOf(rows);
    for (int i = 0; i < rows.size(); i += 1_999) {
      assertThat(
              READER.find(
                  io.newInputFile(written.path(), written.sizeBytes()),
                  INBOX.identityOf(rows.get(i))))
          .isPresent();
    }
    Object[] absent = {TestFiles.text("risk"), TestFiles.text("00000001")};
    assertThat(READER.find(io.newInputFile(written.path(), written.sizeBytes()), absent)).isEmpty();
  }

  @Test
  void aTakenPathIsRefused() throws Exception {
    write(path("taken.parquet"), TestFiles.inboxRows(1));

    assertThatThrownBy(() -> write(path("taken.parquet"), TestFiles.inboxRows(1)))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining("taken.parquet");
  }

  @Test
  void anAbandonedFileGivesNoAnswer() throws Exception {
    try (DataFileWriter writer =
        new DataFileWriter(INBOX, io.newOutputFile(path("abandoned.parquet")), TestFiles.SMALL)) {
      for (Object[] row : TestFiles.inboxRows(2_500)) {
        writer.write(row);
      }
    }

    assertThatThrownBy(() -> TestFiles.read(INBOX, io.newInputFile(path("abandoned.parquet"))))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("abandoned.parquet")
        .extracting(e -> ((DataFileException) e).kind())
        .isEqualTo(DataFileException.Kind.UNREADABLE);
  }

  @Test
  void aVanishedObjectIsMissingHoweverItsLengthIsKnown() {
    Object[] asked = {TestFiles.text("risk"), TestFiles.text("1")};

    assertThatThrownBy(() -> READER.find(io.newInputFile(path("gone.parquet"), 5_000), asked))
        .isInstanceOf(DataFileException.class)
        .hasMessage("data file " + path("gone.parquet") + ": there is no such object in the store.")
        .extracting(e -> ((DataFileException) e).kind())
        .isEqualTo(DataFileException.Kind.MISSING);
    assertThatThrownBy(() -> READER.find(io.newInputFile(path("gone.parquet")), asked))
        .isInstanceOf(DataFileException.class)
        .extracting(e -> ((DataFileException) e).kind())
        .isEqualTo(DataFileException.Kind.MISSING);
  }

  @Test
  void aSizeThatIsNotTheObjectsGivesNoAnswer() throws Exception {
    WrittenFile written = write(path("sized.parquet"), TestFiles.inboxRows(500));
    Object[] asked = INBOX.identityOf(TestFiles.inboxRows(500).get(7));

    for (long wrong : new long[] {written.sizeBytes() - 1, written.sizeBytes() + 1, 11}) {
      assertThatThrownBy(() -> READER.find(io.newInputFile(written.path(), wrong), asked))
          .isInstanceOf(DataFileException.class);
    }
  }
}
