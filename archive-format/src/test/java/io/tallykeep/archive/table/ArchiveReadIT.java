package io.tallykeep.archive.table;

import static io.tallykeep.archive.table.ArchiveFixture.DAY;
import static io.tallykeep.archive.table.ArchiveFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.file.DataFileDescriber;
import io.tallykeep.archive.file.DataFileException;
import io.tallykeep.archive.file.DataFileReader;
import io.tallykeep.archive.file.DataFileWriter;
import io.tallykeep.archive.file.FileLimits;
import io.tallykeep.archive.file.WrittenFile;
import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.archive.table.CommitOutcome.Committed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.DataFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** Real files: written, published, looked up, and read by Iceberg's own catalog and reader. */
class ArchiveReadIT {
  private static final LocalDate NEXT = DAY.plusDays(1);
  private static final int ROWS = 500;

  private final ArchiveFixture fixture = new ArchiveFixture();
  private final ArchiveTable table = fixture.table();

  @BeforeEach
  void publish() throws IOException {
    WrittenFile billing = write(DAY, "billing", 0, 1);
    WrittenFile refunds = write(DAY, "refunds", 0, 1);
    WrittenFile next = write(NEXT, "billing", 1_000, 2);
    assertThat(
            table.publish(
                new Publication(
                    "inbox",
                    0,
                    "p20260101",
                    "run-1",
                    7,
                    List.of(described(billing), described(refunds), described(next)),
                    billing.digest().plus(refunds.digest()).plus(next.digest()),
                    Set.of()),
                CommitGuard.NONE))
        .isInstanceOf(Committed.class);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private WrittenFile write(LocalDate day, String consumer, int firstEvent, int result)
      throws IOException {
    String path = table.newDataFilePath(day, consumer);
    try (DataFileWriter writer =
        new DataFileWriter(
            fixture.archiveSchema,
            fixture.storage.fileIO().newOutputFile(path),
            FileLimits.DEFAULT)) {
      for (int i = 0; i < ROWS; i++) {
        writer.write(
            new @Nullable Object[] {
              consumer.getBytes(StandardCharsets.UTF_8),
              event(firstEvent + i),
              (int) day.toEpochDay(),
              Arrays.copyOf(event(i), 32),
              i % 7 == 0 ? null : (long) result
            });
      }
      return writer.finish();
    }
  }

  private DataFile described(WrittenFile file) {
    return DataFileDescriber.describe(
        fixture.archiveSchema, fixture.storage.fileIO(), file.path(), file.sizeBytes());
  }

  private static byte[] event(int number) {
    return ByteBuffer.allocate(16).putInt(12, number).array();
  }

  private static ReadScope lookup() {
    return ReadScope.within(Duration.ofSeconds(20));
  }

  private static Object[] identity(String consumer, int event) {
    return new Object[] {consumer.getBytes(StandardCharsets.UTF_8), event(event)};
  }

  @Test
  void rowIsFoundInItsDayAndNowhereElse() {
    ArchiveSnapshot snapshot = table.at(table.pointer());

    assertThat(snapshot.find(DAY, identity("billing", 499), lookup()))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.sequence()).isEqualTo(1);
              assertThat(found.path()).contains("billing");
              assertThat(found.row()[4]).isEqualTo(1L);
            });
    assertThat(snapshot.find(NEXT, identity("billing", 499), lookup())).isEmpty();
    assertThat(snapshot.find(DAY, identity("billing", 500), lookup())).isEmpty();
    assertThat(snapshot.find(DAY.minusDays(1), identity("billing", 1), lookup())).isEmpty();
  }

  @Test
  void boundsLeaveOutFilesOfOtherConsumersWithoutARequest() {
    ArchiveSnapshot snapshot = table.at(table.pointer());
    long before = fixture.storage.requests();

    assertThat(snapshot.find(DAY, identity("accounts", 3), lookup())).isEmpty();
    assertThat(snapshot.find(DAY, identity("shipping", 3), lookup())).isEmpty();
    assertThat(snapshot.find(NEXT, identity("billing", 999), lookup())).isEmpty();
    assertThat(fixture.storage.requests()).isEqualTo(before);
  }

  @Test
  void lateFileGivesASecondCopyOfAHigherSequence() throws IOException {
    WrittenFile late = write(DAY, "billing", 499, 9);
    table.publish(
        new Publication(
            "inbox", 0, "late", "run-2", 8, List.of(described(late)), late.digest(), Set.of()),
        CommitGuard.NONE);

    assertThat(table.at(table.pointer()).find(DAY, identity("billing", 499), lookup()))
        .extracting(ArchiveSnapshot.Found::sequence)
        .containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void missingFileIsAnErrorAndNeverAMiss() {
    String path = file(DAY, "refunds").path();
    fixture.storage.s3Client().deleteObject(r -> r.bucket(fixture.bucket).key(key(path)));

    assertThatThrownBy(() -> table.at(table.pointer()).find(DAY, identity("refunds", 3), lookup()))
        .isInstanceOfSatisfying(
            DataFileException.class,
            e -> assertThat(e.kind()).isEqualTo(DataFileException.Kind.MISSING))
        .hasMessageContaining(path);
  }

  @Test
  void truncatedFileIsAnErrorAndNeverAMiss() {
    String path = file(DAY, "refunds").path();
    byte[] whole =
        fixture
            .storage
            .s3Client()
            .getObjectAsBytes(r -> r.bucket(fixture.bucket).key(key(path)))
            .asByteArray();
    fixture
        .storage
        .s3Client()
        .putObject(
            r -> r.bucket(fixture.bucket).key(key(path)),
            RequestBody.fromBytes(Arrays.copyOf(whole, whole.length - 100)));

    assertThatThrownBy(() -> table.at(table.pointer()).find(DAY, identity("refunds", 3), lookup()))
        .isInstanceOfSatisfying(
            DataFileException.class,
            e -> assertThat(e.kind()).isEqualTo(DataFileException.Kind.UNREADABLE))
        .hasMessageContaining(path);
  }

  @Test
  void engineReadsTheSameRows() throws Exception {
    TreeSet<String> ours = new TreeSet<>();
    RowDigester digester = new RowDigester(fixture.archiveSchema);
    ArchiveSnapshot snapshot = table.at(table.pointer());
    for (ArchivedFile file : snapshot.allFiles()) {
      new DataFileReader(fixture.archiveSchema)
          .forEach(
              snapshot.open(file),
              row -> {
                digester.add(row);
                ours.add(text(row));
              });
    }
    TableDigest published = table.findRun("run-1").flatMap(PublishedRun::digest).orElseThrow();
    assertThat(digester.digest()).isEqualTo(published);

    assertThat(StockReader.rows(fixture, (int) DAY.toEpochDay()))
        .hasSize(3 * ROWS)
        .containsExactlyElementsOf(ours);
  }

  @Test
  void engineSeesExpiredDaysGo() throws Exception {
    table.expire(Set.of(DAY), "expire-1", CommitGuard.NONE);

    assertThat(StockReader.rows(fixture, (int) DAY.toEpochDay()))
        .hasSize(ROWS)
        .allMatch(row -> row.contains(NEXT.toString()));
  }

  private ArchivedFile file(LocalDate day, String consumer) {
    return table.at(table.pointer()).files(day).stream()
        .filter(file -> file.path().contains(consumer))
        .findFirst()
        .orElseThrow();
  }

  private String text(@Nullable Object[] row) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < row.length; i++) {
      Object value = row[i];
      values.add(value == null ? "null" : fixture.archiveSchema.column(i).type().text(value));
    }
    return values.toString();
  }
}
