package io.tallykeep.jobs.retention;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.archive.read.ReadLimits;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.Credentials;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.guard.GuardInstaller;
import io.tallykeep.jobs.settings.BadConfigurationException;
import io.tallykeep.jobs.settings.ObjectStoreSettings;
import io.tallykeep.jobs.settings.TallykeepSettings;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The two servers the jobs work on, as configured: MySQL and the object store. Opens nothing until
 * asked. Thread-safe; close it once, at the end.
 */
public final class RetentionServers implements AutoCloseable {
  private final TallykeepSettings settings;
  private final Identifier controlSchema;
  private final DataSource source;
  private final ArchiveStorage storage;
  private final ArchiveCatalog catalog;

  /**
   * @param settings settings that passed their check
   */
  public RetentionServers(TallykeepSettings settings) {
    this.settings = settings;
    this.controlSchema = Identifier.of(settings.source().controlSchema());
    this.source =
        new MysqlSource(
                settings.source().url(), settings.source().username(), settings.source().password())
            .dataSource();
    this.storage = storage(settings.objectStore(), settings.lookup().readLimits());
    this.catalog = new ArchiveCatalog(source, controlSchema, storage);
  }

  private static ArchiveStorage storage(ObjectStoreSettings store, ReadLimits limits) {
    return new ArchiveStorage(
        store.endpoint().isEmpty() ? Optional.empty() : Optional.of(URI.create(store.endpoint())),
        store.region(),
        store.bucket(),
        store.prefix(),
        store.pathStyle(),
        store.accessKey().isEmpty()
            ? Optional.empty()
            : Optional.of(new Credentials(store.accessKey(), store.secretKey(), Optional.empty())),
        limits);
  }

  public TallykeepSettings settings() {
    return settings;
  }

  public Identifier controlSchema() {
    return controlSchema;
  }

  /** Opens a new connection at each call; closing it ends the session. */
  public DataSource source() {
    return source;
  }

  public ArchiveStorage storage() {
    return storage;
  }

  public ArchiveCatalog catalog() {
    return catalog;
  }

  /**
   * The dataset's table as the data dictionary shows it.
   *
   * @throws BadConfigurationException if there is no such table
   */
  public SourceTable sourceTable(Connection connection, Dataset dataset) throws SQLException {
    return SourceTable.read(connection, dataset.table())
        .orElseThrow(
            () ->
                new BadConfigurationException(
                    "tallykeep.datasets."
                        + dataset.name()
                        + ".table: the account sees no table "
                        + dataset.table()
                        + ". Correct the name, or grant SELECT on it."));
  }

  /** What the dataset's guard must be. */
  public GuardDefinition guardDefinition(RetainedDataset retained) {
    return new GuardDefinition(
        retained.dataset(),
        controlSchema,
        retained.windows().onlineDays(),
        retained.windows().slackDays());
  }

  public GuardInstaller guardInstaller(RetainedDataset retained) {
    return new GuardInstaller(source, guardDefinition(retained));
  }

  /** The dataset's archive schema, mapped from the data dictionary. */
  public ArchiveSchema schema(Connection connection, Dataset dataset) throws SQLException {
    return ArchiveSchema.of(dataset, sourceTable(connection, dataset));
  }

  @Override
  public void close() {
    storage.close();
  }
}
