package io.tallykeep.archive.table;

import io.tallykeep.archive.dataset.Identifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.iceberg.io.FileIO;

/** What reading and committing one table needs: its row, its files, its connections. */
final class TableStore {
  /** Longer than a silent session lives ({@link CommitSession#IDLE_SECONDS}). */
  static final Duration PATIENCE = Duration.ofSeconds(3L * CommitSession.IDLE_SECONDS);

  private final ControlConnections connections;
  private final PointerRow row;
  private final FileIO io;
  private final MetadataFiles metadataFiles;
  private final Duration patience;

  /**
   * @param patience how long an unanswered commit is looked into
   */
  TableStore(
      DataSource control, Identifier controlSchema, String table, FileIO io, Duration patience) {
    this.connections = new ControlConnections(control);
    this.row = new PointerRow(controlSchema, table);
    this.io = io;
    this.metadataFiles = new MetadataFiles(io);
    this.patience = patience;
  }

  FileIO io() {
    return io;
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
