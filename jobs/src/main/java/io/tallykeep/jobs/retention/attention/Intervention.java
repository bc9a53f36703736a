package io.tallykeep.jobs.retention.attention;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.audit.OperatorAction;
import io.tallykeep.jobs.retention.audit.OperatorAction.Kind;
import io.tallykeep.jobs.retention.audit.OperatorAction.Subject;
import io.tallykeep.jobs.retention.audit.OperatorActions;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.io.IOException;
import java.sql.SQLException;

/**
 * What a person does about a table partition: under the table's lock, so that no step is half-way
 * through it, and on record before it is done and after.
 */
public final class Intervention {
  private final RetentionServers servers;
  private final RetainedDataset retained;
  private final LedgerKey key;

  public Intervention(RetentionServers servers, RetainedDataset retained) {
    this.servers = servers;
    this.retained = retained;
    this.key = LedgerKey.of(servers.controlSchema(), retained.dataset());
  }

  /**
   * What is asked for.
   *
   * @param kind RETRY, THAW or RELEASE
   * @param tablePartition the table partition's name
   * @param reason why
   * @param person who decided it
   */
  public record Request(Kind kind, String tablePartition, String reason, String person) {}

  /** What came of it. */
  public sealed interface Outcome {
    /** In words: what was done, or what there was to do. */
    String text();

    /** It is done. */
    record Done(String text) implements Outcome {}

    /** Not as things stand; nothing was changed. */
    record Refused(String text) implements Outcome {}

    /** Not at this moment; nothing was changed. */
    record NotNow(String text) implements Outcome {}
  }

  /**
   * Does what is asked for.
   *
   * @throws io.tallykeep.jobs.settings.BadConfigurationException if the ledger has no such
   *     partition
   * @throws IOException if the object store fails
   * @throws SQLException if the server fails; 'jobs partition show' tells how far it came
   */
  public Outcome make(Request request) throws SQLException, IOException {
    Dataset dataset = retained.dataset();
    try (Session session = Session.open(servers.source())) {
      PartitionRows.read(session, key, dataset, request.tablePartition());
    }
    LockAttempt<TableLock> attempt =
        TableLock.tryAcquire(
            servers.source(), dataset.table(), servers.settings().worker().silence());
    if (attempt instanceof LockAttempt.Refused<TableLock> refused) {
      return new Outcome.NotNow(
          "the lock of table "
              + dataset.table()
              + " is held by "
              + refused.holder()
              + ". Let it end, then run this again.");
    }
    try (TableLock lock = ((LockAttempt.Held<TableLock>) attempt).lock()) {
      return make(request, lock);
    }
  }

  private Outcome make(Request request, TableLock lock) throws SQLException, IOException {
    Session session = lock.session();
    PartitionRows rows =
        PartitionRows.read(session, key, retained.dataset(), request.tablePartition());
    OperatorActions actions = new OperatorActions(servers.controlSchema());
    long id =
        actions.begin(
            session,
            request.person(),
            new OperatorAction(
                request.kind(),
                new Subject(key, rows.name(), rows.first(), rows.last()),
                request.reason(),
                rows.state(),
                "begun"));
    Stops stops = new Stops(servers, retained);
    Outcome outcome =
        switch (request.kind()) {
          case RETRY -> stops.retry(lock, rows);
          case THAW -> stops.thaw(lock, rows);
          case RELEASE -> stops.release(lock, rows);
          case PAUSE_ON, PAUSE_OFF, HOLD_ADD, HOLD_RELEASE ->
              throw new IllegalArgumentException(request.kind() + " is not about a partition");
        };
    String state = PartitionRows.read(session, key, retained.dataset(), rows.name()).state();
    actions.finish(
        session,
        id,
        outcome instanceof Outcome.Done ? state : state + "; not done: " + outcome.text());
    return outcome;
  }
}
