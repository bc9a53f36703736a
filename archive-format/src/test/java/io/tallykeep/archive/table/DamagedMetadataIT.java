package io.tallykeep.archive.table;

import static io.tallykeep.archive.table.ArchiveFixture.DAY;
import static io.tallykeep.archive.table.ArchiveFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.table.ArchiveReadException.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** Metadata objects that are missing, cut short or older than they should be. */
class DamagedMetadataIT {
  private final ArchiveFixture fixture = new ArchiveFixture();
  private final ArchiveTable table = fixture.table();
  private Pointer pointer = table.pointer();

  @BeforeEach
  void publish() {
    table.publish(fixture.publication("run-1", fixture.file(DAY, "a", 10)), CommitGuard.NONE);
    table.publish(fixture.publication("run-2", fixture.file(DAY, "b", 20)), CommitGuard.NONE);
    pointer = table.pointer();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Reads without anything kept from before. */
  private AbstractThrowableAssert<?, ?> assertReading() {
    ArchiveTable fresh = fixture.uncheckedTable(fixture.control, TableStore.PATIENCE);
    return assertThatThrownBy(() -> fresh.at(pointer)).isInstanceOf(ArchiveReadException.class);
  }

  private static Consumer<Throwable> kind(Kind kind) {
    return e -> assertThat(((ArchiveReadException) e).kind()).isEqualTo(kind);
  }

  @Test
  void missingMetadataFileIsAnError() {
    delete(key(pointer.metadataLocation()));

    assertReading().satisfies(kind(Kind.MISSING)).hasMessageContaining(pointer.metadataLocation());
  }

  @Test
  void truncatedMetadataFileIsAnError() {
    truncate(key(pointer.metadataLocation()));

    assertReading()
        .satisfies(kind(Kind.UNREADABLE))
        .hasMessageContaining(pointer.metadataLocation());
  }

  @Test
  void missingManifestListIsAnError() {
    delete(manifestList("run-2"));

    assertReading().satisfies(kind(Kind.MISSING)).hasMessageContaining("manifest list");
  }

  @Test
  void truncatedManifestListIsAnError() {
    truncate(manifestList("run-2"));

    assertReading()
        .as("Iceberg takes a cut list for a shorter one; the count does not")
        .satisfies(kind(Kind.UNREADABLE))
        .hasMessageContaining("0 data files were read, its summary says 2");
  }

  @Test
  void missingManifestIsAnError() {
    String manifest = manifests().get(0);
    delete(manifest);

    assertReading().satisfies(kind(Kind.MISSING)).hasMessageContaining(manifest + " is not there");
  }

  @Test
  void truncatedManifestIsAnError() {
    truncate(manifests().get(0));

    assertReading()
        .as("Iceberg takes a cut manifest for a shorter one; the count does not")
        .satisfies(kind(Kind.UNREADABLE))
        .hasMessageContaining("1 data files were read, its summary says 2");
  }

  @Test
  void manifestListThatLostAnEntryIsAnError() {
    byte[] older = bytes(manifestList("run-1"));
    put(manifestList("run-2"), older);

    assertReading()
        .satisfies(kind(Kind.UNREADABLE))
        .hasMessageContaining("1 data files were read, its summary says 2");
  }

  @Test
  void commitOnAHeadThatCanNotBeReadDoesNothing() {
    delete(key(pointer.metadataLocation()));
    ArchiveTable fresh = fixture.uncheckedTable(fixture.control, TableStore.PATIENCE);

    assertThatThrownBy(
            () ->
                fresh.publish(
                    fixture.publication("run-3", fixture.file(DAY, "c", 1)), CommitGuard.NONE))
        .isInstanceOf(ArchiveReadException.class);
    assertThat(fresh.pointer()).isEqualTo(pointer);
  }

  private String manifestList(String runId) {
    return key(table.findRun(runId).orElseThrow().manifestList());
  }

  private List<String> manifests() {
    return fixture.objects(".avro").stream().filter(key -> !key.contains("/snap-")).toList();
  }

  private void delete(String key) {
    fixture.storage.s3Client().deleteObject(r -> r.bucket(fixture.bucket).key(key));
  }

  private void truncate(String key) {
    byte[] whole = bytes(key);
    put(key, Arrays.copyOf(whole, whole.length - 40));
  }

  private byte[] bytes(String key) {
    return fixture
        .storage
        .s3Client()
        .getObjectAsBytes(r -> r.bucket(fixture.bucket).key(key))
        .asByteArray();
  }

  private void put(String key, byte[] content) {
    fixture
        .storage
        .s3Client()
        .putObject(r -> r.bucket(fixture.bucket).key(key), RequestBody.fromBytes(content));
  }
}
