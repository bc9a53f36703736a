package io.tallykeep.jobs.retention.drill;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.RunLock;
import io.tallykeep.jobs.retention.restore.Restore;
import io.tallykeep.jobs.retention.restore.RestoreOutcome;
import io.tallykeep.jobs.retention.restore.RestoreRequest;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Drill: restores archived days into side tables of its own, one after the other, each compared
 * with its proof and dropped, so that in time every archived day has its turn.
 */
public final class Drill {
  private static final int NAME_LENGTH = 40;

  private final RetentionServers servers;
  private final Restore restore;
  private final DrillLog log;
  private final Clock clock;

  /**
   * @param clock tells how long a restore takes; what is recorded has the server's time
   */
  public Drill(RetentionServers servers, Clock clock) {
    this.servers = servers;
    this.restore = new Restore(servers);
    this.log = new DrillLog(servers.controlSchema());
    this.clock = clock;
  }

  /** What a run over one dataset came to. */
  public sealed interface Outcome {
    /** It took place, over these days; none where nothing is archived. */
    record Ran(List<DrillResult> results) implements Outcome {}

    /** Another is alive. */
    record AnotherRunIsAlive(String holder) implements Outcome {}
  }

  /** The days that would have their turn. Changes nothing. */
  public List<LocalDate> plan(RetainedDataset retained) throws SQLException {
    try (Session session = Session.open(servers.source())) {
      return DrillWatch.isRecorded(session, servers.controlSchema())
          ? next(session, retained.dataset())
          : List.of();
    }
  }

  private List<LocalDate> next(Session session, Dataset dataset) throws SQLException {
    List<LocalDate> archived =
        DayLedger.days(session.connection(), LedgerKey.of(servers.controlSchema(), dataset))
            .days()
            .stream()
            .filter(day -> day.progress().isAtLeast(Progress.PROVEN))
            .filter(day -> day.progress() != Progress.EXPIRED)
            .map(LedgerDay::day)
            .toList();
    return log.next(session, dataset, archived, servers.settings().drill().daysPerRun());
  }

  /**
   * Drills the days whose turn it is. A drill that a kill left behind is cleared away first.
   *
   * @throws SQLException if MySQL fails: nothing is recorded of the day, and it has its turn again
   */
  public Outcome run(RetainedDataset retained) throws SQLException, IOException {
    Dataset dataset = retained.dataset();
    LockAttempt<RunLock> attempt =
        RunLock.tryAcquire(
            servers.source(), "drill " + servers.controlSchema() + "." + dataset.lockName());
    if (attempt instanceof LockAttempt.Refused<RunLock> refused) {
      return new Outcome.AnotherRunIsAlive(refused.holder().toString());
    }
    try (RunLock lock = ((LockAttempt.Held<RunLock>) attempt).lock();
        Session session = Session.open(servers.source())) {
      for (DrillLog.Open left : log.open(session, dataset)) {
        restore.discard(left.target());
        log.abandon(session, left.drillId());
      }
      List<DrillResult> results = new ArrayList<>();
      for (LocalDate day : next(session, dataset)) {
        lock.verify();
        results.add(drill(session, retained, day));
      }
      return new Outcome.Ran(List.copyOf(results));
    }
  }

  private DrillResult drill(Session session, RetainedDataset retained, LocalDate day)
      throws SQLException, IOException {
    String drillId = UUID.randomUUID().toString();
    TableName target = target(retained, drillId);
    log.begin(session, drillId, retained.dataset(), day, target);
    Instant begun = clock.instant();
    RestoreOutcome outcome = restore.run(new RestoreRequest(retained, day, day, target));
    DrillResult result =
        new DrillResult(retained.name(), day, outcome, Duration.between(begun, clock.instant()));
    restore.discard(target);
    if (result.isDecided()) {
      log.end(session, drillId, result);
    } else {
      log.abandon(session, drillId);
    }
    return result;
  }

  private TableName target(RetainedDataset retained, String drillId) {
    String name = retained.name();
    return new TableName(
        servers.controlSchema(),
        Identifier.of(
            name.substring(0, Math.min(name.length(), NAME_LENGTH))
                + "_drill_"
                + drillId.substring(0, 8)));
  }
}
