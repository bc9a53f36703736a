package io.tallykeep.archive.table;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.read.ArchiveReads;
import io.tallykeep.archive.read.WeighedCache;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.iceberg.io.FileIO;

/** What reading and committing one table needs: its row, its files, its connections. */
final class TableStore {
  /** Longer than a silent session lives ({@link CommitSession#IDLE_SECONDS}). */
  static final Duration PATIENCE = Duration.ofSeconds(3L * CommitSession.IDLE_SECONDS);

  private final ControlConnections connections;
  private final PointerRow row;
  private final ArchiveStorage storage;
  private final MetadataFiles metadataFiles;
  private final Duration patience;

  /**
   * @param patience how long an unanswered commit is looked into
   */
  TableStore(
      DataSource control,
      Identifier controlSchema,
      String table,
      ArchiveStorage storage,
      Duration patience) {
    this.connections = new ControlConnections(control);
    this.row = new PointerRow(controlSchema, table);
    this.storage = storage;
    this.metadataFiles = new MetadataFiles(storage.fileIO());
    this.patience = patience;
  }

  FileIO io() {
    return storage.fileIO();
  }

  /** The reads of look-ups. */
  ArchiveReads reads() {
    return storage.reads();
  }

  /** The file lists of manifests, for look-ups. */
  WeighedCache<ManifestKey, List<ArchivedFile>> manifests() {
    return storage.manifests();
  }

  MetadataFiles metadataFiles() {
    return metadataFiles;
  }

  ControlConnections connections() {
    return connections;
  }

  PointerRow row() {
    return row;
  }

  PointerCommit pointerCommit() {
    return new PointerCommit(
        connections, row, new LostAnswer(connections, row, metadataFiles, patience));
  }

  UnusedMetadata unusedMetadata() {
    return new UnusedMetadata(connections, row, metadataFiles);
  }

  Optional<Pointer> pointer(Connection connection) throws SQLException {
    return row.read(connection);
  }

  /**
   * @throws ControlSchemaException if the control schema does not answer
   */
  Optional<Pointer> pointer() {
    try (Connection connection = connections.open()) {
      return row.read(connection);
    } catch (SQLException e) {
      throw new ControlSchemaException(row + " can't be read: " + SqlText.of(e) + ".", e);
    }
  }

  /** The table as messages name it. */
  @Override
  public String toString() {
    return row.toString();
  }
}
