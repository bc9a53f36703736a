package io.tallykeep.archive.table;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.table.CommitOutcome.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.iceberg.TableMetadata;

/**
 * The archive tables of one control schema, in the layout of Iceberg's JDBC catalog: catalog {@code
 * tallykeep}, namespace {@code archive}, one table per dataset. Other engines open them as they
 * are, with a read-only account. Thread-safe.
 */
public final class ArchiveCatalog {
  private static final int TRIES = 3;

  private final DataSource control;
  private final Identifier controlSchema;
  private final ArchiveStorage storage;

  /**
   * @param control opens sessions on the inbox's server, each call a new one (no pool: commits
   *     change session settings)
   * @param controlSchema the schema with {@code iceberg_tables} and {@code archive_head}
   * @param storage where new tables are put; closed by whoever opened it
   */
  public ArchiveCatalog(DataSource control, Identifier controlSchema, ArchiveStorage storage) {
    this.control = control;
    this.controlSchema = controlSchema;
    this.storage = storage;
  }

  /**
   * Opens the dataset's table, and creates it if there is none. Two callers at once get the same
   * table.
   *
   * @throws TableMismatchException if there is a table of another shape
   * @throws ControlSchemaException if the control schema does not answer, or the table was removed
   *     by somebody else
   * @throws ArchiveReadException if the table's metadata can't be read
   */
  public ArchiveTable ensureTable(Dataset dataset, ArchiveSchema schema) {
    TableStore store = store(dataset);
    String detail = "";
    for (int tried = 1; tried <= TRIES; tried++) {
      Optional<ArchiveTable> table = open(store, schema);
      if (table.isPresent()) {
        return table.get();
      }
      try {
        new ArchiveTableOperations(store, store.toString(), Optional.empty(), CommitGuard.NONE)
            .commit(null, newMetadata(dataset, schema));
      } catch (CommitRefusedException e) {
        detail = e.result().detail();
        if (e.result().reason() == Reason.FOREIGN_HEAD) {
          break;
        }
      } catch (CommitUnknownException e) {
        detail = e.detail();
      }
    }
    Optional<ArchiveTable> table = open(store, schema);
    if (table.isEmpty()) {
      throw new ControlSchemaException(store + " could not be created: " + detail, null);
    }
    return table.get();
  }

  private TableMetadata newMetadata(Dataset dataset, ArchiveSchema schema) {
    return new TableShape(schema).create(TableShape.location(storage.warehouse(), dataset));
  }

  /**
   * Opens the dataset's table if it exists; its schema is mapped from the online table as it is
   * now.
   *
   * @throws io.tallykeep.archive.schema.UnsupportedColumnsException if the online table can't be
   *     mapped
   * @throws TableMismatchException if the online table maps to another shape
   * @throws ControlSchemaException if the control schema does not answer or the online table is
   *     missing
   * @throws ArchiveReadException if the table's metadata can't be read
   */
  public Optional<ArchiveTable> open(Dataset dataset) {
    try (Connection connection = new ControlConnections(control).open()) {
      SourceTable source =
          SourceTable.read(connection, dataset.table())
              .orElseThrow(
                  () ->
                      new ControlSchemaException(
                          "dataset " + dataset.name() + ": no table " + dataset.table(), null));
      return open(dataset, ArchiveSchema.of(dataset, source));
    } catch (SQLException e) {
      throw new ControlSchemaException(
          "dataset "
              + dataset.name()
              + ": "
              + dataset.table()
              + " can't be read: "
              + SqlText.of(e)
              + ".",
          e);
    }
  }

  /**
   * Opens the dataset's table if it exists.
   *
   * @throws TableMismatchException if the table has another shape
   * @throws ControlSchemaException if the control schema does not answer
   * @throws ArchiveReadException if the table's metadata can't be read
   */
  public Optional<ArchiveTable> open(Dataset dataset, ArchiveSchema schema) {
    return open(store(dataset), schema);
  }

  /**
   * Opens the dataset's table, if it exists, for a look-up.
   *
   * @param scope the look-up: reads end with its time, and are counted for it
   * @throws TableMismatchException if the table has another shape
   * @throws ControlSchemaException if the control schema does not answer
   * @throws ArchiveReadException if the table's metadata can't be read
   * @throws io.tallykeep.archive.read.ReadStoppedException if the look-up's time was over first
   */
  public Optional<ArchiveTable> open(Dataset dataset, ArchiveSchema schema, ReadScope scope) {
    TableStore store = store(dataset);
    return open(
        store,
        schema,
        location -> store.metadataFiles().read(location, storage.reads().metadata(scope)));
  }

  private Optional<ArchiveTable> open(TableStore store, ArchiveSchema schema) {
    return open(store, schema, store.metadataFiles()::read);
  }

  private static Optional<ArchiveTable> open(
      TableStore store, ArchiveSchema schema, Function<String, TableMetadata> metadata) {
    Optional<Pointer> pointer = store.pointer();
    if (pointer.isEmpty()) {
      return Optional.empty();
    }
    new TableShape(schema).check(metadata.apply(pointer.get().metadataLocation()));
    return Optional.of(new ArchiveTable(store, schema));
  }

  /**
   * Reads where the dataset's table stands and since when; asks the object store nothing.
   *
   * @param connection to the control schema's server
   * @return empty if the catalog has no such table
   * @throws SQLException if the catalog can't be read
   */
  public Optional<ArchiveHead> head(Connection connection, Dataset dataset) throws SQLException {
    PointerRow row = new PointerRow(controlSchema, dataset.name());
    Optional<Pointer> pointer = row.read(connection);
    return pointer.isEmpty()
        ? Optional.empty()
        : Optional.of(new ArchiveHead(pointer.get(), row.age(connection)));
  }

  /** What the bucket says of the dataset's table, whatever the control schema says. */
  public CatalogRecovery recovery(Dataset dataset, ArchiveSchema schema) {
    return new CatalogRecovery(store(dataset), schema, storage);
  }

  private TableStore store(Dataset dataset) {
    return new TableStore(control, controlSchema, dataset.name(), storage, TableStore.PATIENCE);
  }
}
