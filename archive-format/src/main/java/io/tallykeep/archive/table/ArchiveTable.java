package io.tallykeep.archive.table;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The archive table of one dataset. Thread-safe; holds no connection between calls.
 *
 * <p>Commits take the run id as their identity: calling again with the same run id and content is
 * always right, and is how an unknown outcome is decided.
 */
public final class ArchiveTable {
  private final TableStore store;
  private final ArchiveSchema schema;
  private final CommitLoop commits;
  private final LookupSnapshots lookups;
  private @Nullable ArchiveSnapshot latest;

  ArchiveTable(TableStore store, ArchiveSchema schema) {
    this.store = store;
    this.schema = schema;
    this.commits = new CommitLoop(store, schema);
    this.lookups = new LookupSnapshots(store, schema);
  }

  public Dataset dataset() {
    return schema.dataset();
  }

  public ArchiveSchema schema() {
    return schema;
  }

  /**
   * Reads where the table stands, in one statement on a connection of its own.
   *
   * @throws ControlSchemaException if the control schema does not answer or lacks the table
   */
  public Pointer pointer() {
    return store.pointer().orElseThrow(this::gone);
  }

  /**
   * Reads where the table stands, in one statement.
   *
   * @param connection to the control schema's server; its transaction decides how fresh the answer
   *     is, so look-ups pass one in autocommit mode
   * @throws SQLException if the statement fails
   * @throws ControlSchemaException if the catalog lacks the table
   */
  public Pointer pointer(Connection connection) throws SQLException {
    return store.pointer(connection).orElseThrow(this::gone);
  }

  private ControlSchemaException gone() {
    return new ControlSchemaException(
        store + " is no longer in the catalog: somebody removed it. Restore the row.", null);
  }

  /**
   * The archive at exactly this pointer, every object of it read anew, once for several callers at
   * once. Kept until another pointer is asked for: a metadata file never changes.
   *
   * @throws ArchiveReadException if a part of it is missing, unreadable or does not add up
   * @throws TableMismatchException if the table there is not the schema's
   */
  public synchronized ArchiveSnapshot at(Pointer pointer) {
    ArchiveSnapshot known = latest;
    if (known != null && known.metadataLocation().equals(pointer.metadataLocation())) {
      return known;
    }
    ArchiveSnapshot loaded = ArchiveSnapshot.load(store, schema, pointer.metadataLocation());
    latest = loaded;
    return loaded;
  }

  /**
   * The archive at exactly this pointer, for a look-up: one of several at once reads it and the
   * others wait, and of manifests only those that were not read before.
   *
   * @param scope the look-up: it waits until its time is over; what it starts is counted for it
   * @throws ArchiveReadException if a part of it is missing, unreadable or does not add up
   * @throws TableMismatchException if the table there is not the schema's
   * @throws io.tallykeep.archive.read.ReadStoppedException if the look-up's time was over first
   */
  public ArchiveSnapshot at(Pointer pointer, ReadScope scope) {
    return lookups.at(pointer, scope);
  }

  /** Where the archive stood when a look-up last read it anew; empty before the first. */
  public Optional<ArchivePoint> lastPoint() {
    return lookups.lastPoint();
  }

  /**
   * Puts a copied table partition into the archive in one commit, then reads the snapshot back and
   * finds every file in it.
   *
   * @return what became of it; on {@code Unknown} nothing was deleted
   * @throws IllegalStateException if the run id stands for another change, was replaced since, or a
   *     file is in the table already
   * @throws ArchiveReadException if the archive can't be read, before or after the commit: call
   *     again with the same publication
   * @throws ControlSchemaException if the pointer can't be read: nothing was committed
   */
  public CommitOutcome publish(Publication publication, CommitGuard guard) {
    if (!publication.dataset().equals(dataset().name())) {
      throw new IllegalArgumentException(
          "publication of dataset " + publication.dataset() + " to " + store + ".");
    }
    return commits.commit(new PublishCommit(publication), guard);
  }

  /**
   * Removes whole event days from the archive in one commit, by metadata only: no object is deleted
   * and older snapshots still read them.
   *
   * @param eventDays at least one day
   * @param runId unique for this expiry
   * @return what became of it; on {@code Unknown} nothing was deleted
   * @throws IllegalStateException if the run id stands for another change
   * @throws ArchiveReadException if the archive can't be read, before or after the commit: call
   *     again with the same run id
   * @throws ControlSchemaException if the pointer can't be read: nothing was committed
   */
  public CommitOutcome expire(Set<LocalDate> eventDays, String runId, CommitGuard guard) {
    if (eventDays.isEmpty()) {
      throw new IllegalArgumentException("expiry " + runId + " of " + store + " names no day.");
    }
    return commits.commit(new ExpireCommit(schema, new TreeSet<>(eventDays), runId), guard);
  }

  /**
   * Looks a run id up in the current snapshot and all before it.
   *
   * @throws ArchiveReadException if the head can't be read, or the run was rolled back
   * @throws ControlSchemaException if the pointer can't be read
   */
  public Optional<PublishedRun> findRun(String runId) {
    return history().find(runId);
  }

  /** All runs in the current snapshot and before it, the newest first. */
  public List<PublishedRun> runs() {
    return history().all();
  }

  private RunHistory history() {
    return new RunHistory(store.metadataFiles().read(pointer().metadataLocation()));
  }

  /**
   * A path for a new data file that no other file has or will have.
   *
   * @param label stands at the start of the file's name, for people: {@code p20260101-3}
   */
  public String newDataFilePath(LocalDate eventDay, String label) {
    TableMetadata metadata = store.metadataFiles().read(pointer().metadataLocation());
    PartitionSpec spec = metadata.spec();
    return LocationProviders.locationsFor(metadata.location(), metadata.properties())
        .newDataLocation(
            spec,
            DataFiles.data(spec, spec.fields().get(0).name() + "=" + eventDay),
            label + "-" + UUID.randomUUID() + ".parquet");
  }

  @Override
  public String toString() {
    return store.toString();
  }
}
