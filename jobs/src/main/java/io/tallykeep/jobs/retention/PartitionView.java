package io.tallykeep.jobs.retention;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.jobs.retention.copy.PartitionReader;
import io.tallykeep.jobs.retention.copy.PublishedFiles;
import io.tallykeep.jobs.retention.plan.PartitionState;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One table partition as the table, the ledger and the archive show it now, on a session of the
 * caller's: its dataset, its days, its rows and its files. Changes nothing. Not thread-safe.
 */
public class PartitionView {
  private final RetentionServers servers;
  private final RetainedDataset retained;
  private final Session session;
  private final PartitionState state;
  private @Nullable ArchiveSchema schema;
  private @Nullable SourceTable sourceTable;

  public PartitionView(
      RetentionServers servers, RetainedDataset retained, Session session, PartitionState state) {
    this.servers = servers;
    this.retained = retained;
    this.session = session;
    this.state = state;
  }

  public final RetentionServers servers() {
    return servers;
  }

  public final RetainedDataset retained() {
    return retained;
  }

  public final Dataset dataset() {
    return retained.dataset();
  }

  public final Connection connection() {
    return session.connection();
  }

  public final Session session() {
    return session;
  }

  public final PartitionState state() {
    return state;
  }

  public final List<LocalDate> days() {
    return state.eventDays();
  }

  /** The progress all days share. */
  public final Progress progress() {
    return state
        .progress()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the days of " + state.partition() + " differ in progress: " + state.days()));
  }

  /** The freeze all days share. */
  public final long freezeNumber() {
    Set<OptionalLong> numbers =
        state.days().stream().map(LedgerDay::freezeNumber).collect(Collectors.toSet());
    if (numbers.size() != 1 || numbers.iterator().next().isEmpty()) {
      throw new IllegalStateException(
          "the days of " + state.partition() + " share no freeze number: " + state.days());
    }
    return numbers.iterator().next().getAsLong();
  }

  public final SourceTable sourceTable() throws SQLException {
    if (sourceTable == null) {
      sourceTable = servers.sourceTable(connection(), dataset());
    }
    return sourceTable;
  }

  public final ArchiveSchema schema() throws SQLException {
    if (schema == null) {
      schema = ArchiveSchema.of(dataset(), sourceTable());
    }
    return Objects.requireNonNull(schema);
  }

  /** A reader of the partition's rows. */
  public final PartitionReader reader(int pageRows) throws SQLException {
    return new PartitionReader(
        schema(), sourceTable(), state.partition().name(), Set.copyOf(days()), pageRows);
  }

  /** The files of a run's freeze, to be looked for at the archive's current pointer. */
  public final PublishedFiles publishedFiles(String runId) throws SQLException {
    ArchiveTable table = archiveTable();
    return new PublishedFiles(
        table.at(table.pointer()),
        servers.storage(),
        new ArchiveFiles(servers.controlSchema()).of(connection(), runId, freezeNumber()));
  }

  /** The dataset's archive table, which admit created. */
  public final ArchiveTable archiveTable() {
    return servers
        .catalog()
        .open(dataset())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the archive table of "
                        + dataset().name()
                        + " is missing from the catalog, though the ledger says "
                        + progress()
                        + ". Restore the control schema."));
  }
}
