package io.tallykeep.service.health;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.archive.table.ArchiveHead;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.ObjectState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/** Asks each part for a sign of life. Blocks; whoever calls bounds the time. Thread-safe. */
final class BackendProbe {
  private static final Logger LOG = LoggerFactory.getLogger(BackendProbe.class);
  private static final int NETWORK_MILLIS = 2_000;

  private final DataSource sessions;
  private final ArchiveCatalog catalog;
  private final ArchiveStorage storage;
  private final Identifier controlSchema;
  private final List<Dataset> datasets;
  private volatile Map<String, ArchiveHead> heads = Map.of();

  BackendProbe(
      DataSource sessions,
      ArchiveCatalog catalog,
      ArchiveStorage storage,
      Identifier controlSchema,
      List<Dataset> datasets) {
    this.sessions = sessions;
    this.catalog = catalog;
    this.storage = storage;
    this.controlSchema = controlSchema;
    this.datasets = datasets;
  }

  /** Where each dataset's archive stood when the catalog was last read. */
  Map<String, ArchiveHead> heads() {
    return heads;
  }

  PartState check(Part part) {
    return switch (part) {
      case ONLINE -> online();
      case CATALOG -> catalog();
      case OBJECT_STORE -> objectStore();
    };
  }

  private PartState online() {
    String at = "the server";
    try (Connection connection = session()) {
      if (isReadOnly(connection)) {
        return PartState.down("the server is read-only: it is not the primary.");
      }
      for (Dataset dataset : datasets) {
        at = "the table of dataset " + dataset.name();
        touch(connection, dataset.table().quoted());
        touch(connection, dataset.lateTable().quoted());
      }
      return PartState.UP;
    } catch (SQLException e) {
      return sqlFailure(at, e);
    }
  }

  private PartState catalog() {
    String at = "the day ledger";
    try (Connection connection = session()) {
      touch(connection, controlSchema.quoted() + ".day_ledger");
      Map<String, ArchiveHead> read = new LinkedHashMap<>();
      for (Dataset dataset : datasets) {
        at = "the archive's pointer of dataset " + dataset.name();
        catalog.head(connection, dataset).ifPresent(head -> read.put(dataset.name(), head));
      }
      heads = Map.copyOf(read);
      return PartState.UP;
    } catch (SQLException e) {
      return sqlFailure(at, e);
    }
  }

  private PartState objectStore() {
    try {
      for (Map.Entry<String, ArchiveHead> head : heads.entrySet()) {
        ObjectState state = storage.objectState(head.getValue().pointer().metadataLocation());
        if (state instanceof ObjectState.Missing) {
          return PartState.down(
              "the archive metadata of dataset " + head.getKey() + " is missing from the bucket.");
        }
      }
      if (heads.isEmpty()) {
        storage.s3Client().headBucket(request -> request.bucket(storage.bucket()));
      }
      return PartState.UP;
    } catch (SdkException | IllegalStateException e) {
      LOG.debug("The object store's check failed.", e);
      return PartState.down("the object store does not answer as it should; see the log.");
    }
  }

  private Connection session() throws SQLException {
    Connection connection = sessions.getConnection();
    connection.setNetworkTimeout(Runnable::run, NETWORK_MILLIS);
    return connection;
  }

  private static boolean isReadOnly(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT @@GLOBAL.read_only OR @@GLOBAL.super_read_only")) {
      row.next();
      return row.getBoolean(1);
    }
  }

  private static void touch(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
      rows.next();
    }
  }

  private static PartState sqlFailure(String at, SQLException e) {
    LOG.debug("The check of {} failed.", at, e);
    return PartState.down(
        "MySQL, "
            + at
            + ": error "
            + e.getErrorCode()
            + ", SQLSTATE "
            + e.getSQLState()
            + "; see the log.");
  }
}
