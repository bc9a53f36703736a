package io.tallykeep.jobs.retention.expire;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.jobs.batch.PartitionJobs;
import io.tallykeep.jobs.retention.JobPlanner;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.retention.RetentionJob;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.fence.Fence;
import io.tallykeep.jobs.retention.hold.LegalHolds;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.batch.core.job.Job;

/**
 * {@code jobs run expire}: brings whole days beyond the identity window from DROPPED to EXPIRED.
 */
public final class ExpireJob implements RetentionJob {
  private static final String NAME = "expire";

  private final PartitionJobs jobs;
  private final RetentionServers servers;
  private final RetainedDatasets datasets;

  public ExpireJob(PartitionJobs jobs, RetentionServers servers, RetainedDatasets datasets) {
    this.jobs = jobs;
    this.servers = servers;
    this.datasets = datasets;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** What the job would do. */
  public static JobPlanner newPlanner(RetentionServers servers) {
    return (connection, retained, state, asOf) -> plan(servers, connection, retained, state, asOf);
  }

  @Override
  public JobPlanner planner() {
    return newPlanner(servers);
  }

  static List<PlanLine> plan(
      RetentionServers servers,
      Connection connection,
      RetainedDataset retained,
      TableState state,
      LocalDate asOf)
      throws SQLException {
    if (state.ledger().isEmpty()) {
      return List.of();
    }
    Dataset dataset = retained.dataset();
    Optional<ArchiveTable> table = servers.catalog().open(dataset);
    Set<LocalDate> archived = new TreeSet<>();
    table.ifPresent(
        open -> open.at(open.pointer()).allFiles().forEach(file -> archived.add(file.eventDay())));
    LocalDate today = serverToday(connection);
    return new ExpirePlan(
            retained,
            state,
            asOf.isAfter(today) ? today : asOf,
            new LegalHolds(LedgerKey.of(servers.controlSchema(), dataset)).active(connection))
        .lines(new LateRowCounts(dataset).byDay(connection), archived);
  }

  /** No date of the caller's makes a day older than the server's own clock does. */
  private static LocalDate serverToday(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT DATE(SYSDATE())")) {
      row.next();
      return row.getObject(1, LocalDate.class);
    }
  }

  @Override
  public Job batchJob(Fence fence) {
    return jobs.job(NAME, new ExpireStep(servers, datasets, fence));
  }

  /** All days expire together: one unit, whatever the number of days. */
  @Override
  public List<PlanLine> units(List<PlanLine> plan) {
    return plan.stream().filter(PlanLine::isWork).limit(1).toList();
  }
}
