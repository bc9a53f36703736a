package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.jobs.batch.PartitionJobs;
import io.tallykeep.jobs.retention.JobPlanner;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.PlanLine.Action;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.retention.RetentionJob;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.fence.Fence;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.batch.core.job.Job;

/** {@code jobs run late}: brings the late rows that are done into the archive. */
public final class LateJob implements RetentionJob {
  private static final String NAME = "late";

  private final PartitionJobs jobs;
  private final RetentionServers servers;
  private final RetainedDatasets datasets;

  public LateJob(PartitionJobs jobs, RetentionServers servers, RetainedDatasets datasets) {
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
    return (connection, retained, state, asOf) -> plan(servers, connection, retained, state);
  }

  private static List<PlanLine> plan(
      RetentionServers servers, Connection connection, RetainedDataset retained, TableState state)
      throws SQLException {
    if (state.ledger().isEmpty()) {
      return List.of();
    }
    if (SourceTable.read(connection, retained.dataset().lateTable()).isEmpty()) {
      return List.of(
          new PlanLine(
              retained.name(),
              LateRuns.TABLE_PARTITION,
              Optional.empty(),
              Optional.empty(),
              Action.ATTENTION,
              "LATE_TABLE_MISSING",
              retained.dataset().lateTable()
                  + " is gone, or this account may not see it: look-ups are undecidable.",
              Optional.empty()));
    }
    Session session = Session.asItIs(connection);
    LateRuns runs = new LateRuns(LedgerKey.of(servers.controlSchema(), retained.dataset()));
    return new LatePlan(retained, state.ledger())
        .lines(runs.proven(session), LateDayRows.all(session, retained.dataset()));
  }

  @Override
  public JobPlanner planner() {
    return newPlanner(servers);
  }

  @Override
  public Job batchJob(Fence fence) {
    LateWork.Factory works = new LateWork.Factory(servers, datasets, fence);
    return jobs.job(
        NAME,
        new LateCopyStep(works),
        new LatePublishStep(works),
        new LateProveStep(works),
        new LateDeleteStep(works));
  }

  /** What an earlier run left, then all days together: one unit, whatever their number. */
  @Override
  public List<PlanLine> units(List<PlanLine> plan) {
    List<PlanLine> units =
        new ArrayList<>(plan.stream().filter(line -> line.action() == Action.CONTINUE).toList());
    List<PlanLine> days = plan.stream().filter(line -> line.action() != Action.CONTINUE).toList();
    days.stream()
        .filter(PlanLine::isWork)
        .findFirst()
        .ifPresent(
            first ->
                units.add(
                    new PlanLine(
                        first.dataset(),
                        first.tablePartition(),
                        first.firstDay(),
                        days.get(days.size() - 1).lastDay(),
                        first.action(),
                        first.code(),
                        "late rows of " + days.size() + " event day(s)",
                        Optional.empty())));
    return units;
  }
}
