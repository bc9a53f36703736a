package io.tallykeep.archive.table;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * Finds out from the bucket alone where a table stands, and puts the control schema's two rows
 * there: after they were lost, or the control schema was restored to an older state.
 *
 * <p>The pointer only ever moves forward, to metadata that was built on what it points to now, and
 * only if nobody moved it meanwhile. An empty listing proves nothing.
 */
public final class CatalogRecovery {
  private final TableStore store;
  private final ArchiveSchema schema;
  private final ArchiveStorage storage;
  private final String location;

  CatalogRecovery(TableStore store, ArchiveSchema schema, ArchiveStorage storage) {
    this.store = store;
    this.schema = schema;
    this.storage = storage;
    this.location = TableShape.location(storage.warehouse(), schema.dataset());
  }

  /** What the bucket says. */
  public sealed interface Inspection {
    /**
     * Nothing that can be relied on.
     *
     * @param code stable, for scripts
     * @param detail which files, and what to do
     */
    record Refused(String code, String detail) implements Inspection {}

    /**
     * Where the table stands: all metadata files it was built on, its manifests and its data files
     * with their sizes are there.
     *
     * @param metadataLocation the newest metadata file
     * @param sequence the sequence number of its snapshot, 0 if it has none
     * @param catalog where the catalog points now, empty if it has no row
     * @param own what is recorded as Tallykeep's own last commit
     * @param snapshot the archive there
     * @param runs its history, the newest run first
     */
    record Found(
        String metadataLocation,
        long sequence,
        Optional<String> catalog,
        Optional<String> own,
        ArchiveSnapshot snapshot,
        List<PublishedRun> runs)
        implements Inspection {
      /** Whether the control schema says the same. */
      public boolean isInOrder() {
        return catalog.equals(Optional.of(metadataLocation)) && own.equals(catalog);
      }
    }
  }

  /**
   * Lists and reads the bucket. Changes nothing.
   *
   * @throws ArchiveReadException if a metadata file or manifest can't be read
   * @throws TableMismatchException if the table there is not the schema's
   * @throws SQLException if the control schema can't be read
   */
  public Inspection inspect() throws SQLException {
    PointerRow.Heads heads;
    try (Connection connection = store.connections().open()) {
      heads = store.row().heads(connection);
    }
    Set<String> pointers = new HashSet<>();
    heads.catalog().ifPresent(pointers::add);
    heads.own().ifPresent(pointers::add);
    List<String> listed =
        storage.objects(location + "/metadata/").stream().map(StoredObject::path).toList();
    MetadataChain.Reading reading = MetadataChain.of(listed, store.metadataFiles()::read, pointers);
    if (reading.chain().isEmpty()) {
      return refused(reading.code(), reading.detail());
    }
    MetadataChain chain = reading.chain().get();
    for (String pointer : pointers) {
      if (!chain.holds(pointer)) {
        return refused(
            "POINTER_ELSEWHERE",
            "the control schema points to "
                + pointer
                + ", which "
                + chain.head().metadataFileLocation()
                + " was not built on. Nothing is overwritten: find out which of both counts.");
      }
    }
    return found(chain.head(), heads);
  }

  private Inspection found(TableMetadata head, PointerRow.Heads heads) {
    new TableShape(schema).check(head);
    Snapshot current = head.currentSnapshot();
    if (current != null) {
      for (Snapshot snapshot : SnapshotUtil.ancestorsOf(current.snapshotId(), head::snapshot)) {
        if (!isOurs(snapshot)) {
          return refused(
              "FOREIGN_SNAPSHOT",
              "snapshot "
                  + snapshot.snapshotId()
                  + " of "
                  + head.metadataFileLocation()
                  + " was not made by Tallykeep for this dataset. Audit it.");
        }
      }
      List<String> wrong = wrongFiles(new LiveFiles(store.io(), head).of(current));
      if (!wrong.isEmpty()) {
        return refused("FILES_MISSING", String.join("; ", wrong) + ". Restore them first.");
      }
    }
    return new Inspection.Found(
        head.metadataFileLocation(),
        current == null ? 0 : current.sequenceNumber(),
        heads.catalog(),
        heads.own(),
        ArchiveSnapshot.load(store, schema, head.metadataFileLocation()),
        new RunHistory(head).all());
  }

  private boolean isOurs(Snapshot snapshot) {
    Map<String, String> summary = Optional.ofNullable(snapshot.summary()).orElse(Map.of());
    return summary.containsKey(SummaryKeys.RUN_ID)
        && schema.dataset().name().equals(summary.get(SummaryKeys.DATASET));
  }

  /** Data files that the bucket does not list with their size; ten at most are named. */
  private List<String> wrongFiles(List<DataFile> files) {
    Map<String, Long> there = new HashMap<>();
    storage
        .objects(location + "/data/")
        .forEach(object -> there.put(object.path(), object.sizeBytes()));
    List<String> wrong = new ArrayList<>();
    for (DataFile file : files) {
      Long size = there.get(file.location());
      if (size == null || size != file.fileSizeInBytes()) {
        wrong.add(
            file.location()
                + " must have "
                + file.fileSizeInBytes()
                + " bytes and "
                + (size == null ? "is missing" : "has " + size));
      }
    }
    return wrong.size() > 10
        ? List.of(String.join("; ", wrong.subList(0, 10)), "and " + (wrong.size() - 10) + " more")
        : wrong;
  }

  private static Inspection refused(String code, String detail) {
    return new Inspection.Refused(code, detail);
  }

  /**
   * Puts the control schema's rows where the bucket says, in one transaction, unless they changed
   * since they were read.
   *
   * @return whether they are there now; false if somebody moved them meanwhile, and nothing changed
   * @throws SQLException if the control schema fails; inspect again
   */
  public boolean apply(Inspection.Found found) throws SQLException {
    try (CommitSession session = CommitSession.begin(store.connections())) {
      Connection connection = session.connection();
      PointerRow.Heads heads = store.row().lock(connection);
      if (!heads.catalog().equals(found.catalog()) || !heads.own().equals(found.own())) {
        connection.rollback();
        return false;
      }
      int hit =
          heads.catalog().isEmpty()
              ? store.row().insert(connection, found.metadataLocation())
              : store.row().swap(connection, heads.catalog().get(), found.metadataLocation());
      if (hit != 1) {
        connection.rollback();
        return false;
      }
      store.row().recordOwnHead(connection, found.metadataLocation(), found.sequence());
      connection.commit();
      return true;
    }
  }

  /**
   * The data files that one run added, as its own snapshot lists them, expired ones included.
   *
   * @throws ArchiveReadException if its manifests can't be read
   */
  public List<ArchivedFile> filesOf(Inspection.Found found, PublishedRun run) {
    TableMetadata metadata = store.metadataFiles().read(found.metadataLocation());
    return ArchiveSnapshot.of(store, schema, metadata, run.snapshotId()).allFiles().stream()
        .filter(file -> file.sequence() == run.sequence())
        .toList();
  }
}
