package io.tallykeep.jobs.retention.guard;

import io.tallykeep.jobs.retention.guard.Finding.Owner;
import io.tallykeep.jobs.retention.guard.GuardChange.Changed;
import io.tallykeep.jobs.retention.guard.GuardChange.Deferred;
import io.tallykeep.jobs.retention.guard.GuardChange.Refused;
import io.tallykeep.jobs.retention.guard.GuardChange.Unchanged;
import io.tallykeep.jobs.retention.ledger.LedgerProvision;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.ledger.TransitionOutcome;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.DayLedger;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Installs and removes a dataset's guard. Installing also adopts the table: late table, sentinel
 * rows and one ONLINE ledger row per covered day. Everything that stands against it is found before
 * anything is touched. Immutable and thread-safe.
 *
 * <p>Safe beside live writers, in this order: late table, ledger rows, triggers. Until the triggers
 * are there no day is closed; once they are, each day they ask about has its row. Triggers with
 * another literal are created before the old ones are dropped.
 */
public final class GuardInstaller {
  private final DataSource server;
  private final GuardDefinition definition;

  public GuardInstaller(DataSource server, GuardDefinition definition) {
    this.server = server;
    this.definition = definition;
  }

  /** Whether the guard holds now. */
  public GuardStatus status() throws SQLException {
    try (Session session = Session.open(server)) {
      return new GuardInspection(definition).status(session);
    }
  }

  /**
   * Installs the guard; does nothing where it holds already.
   *
   * @param coveredSince the first day from which the table is known complete; needed the first time
   * @throws SQLException if the server fails. What was done by then stays, and is safe: run it
   *     again
   */
  public GuardChange install(Optional<LocalDate> coveredSince) throws SQLException {
    LockAttempt<TableLock> attempt = TableLock.tryAcquire(server, definition.table());
    if (attempt instanceof LockAttempt.Held<TableLock> held) {
      try (TableLock lock = held.lock()) {
        return install(lock, coveredSince);
      }
    }
    return lockedBy((LockAttempt.Refused<TableLock>) attempt);
  }

  /**
   * Removes the triggers. The ledger and the late table stay: what they say was true, and days that
   * have been dropped are still answered from the archive. But with no guard an event of such a day
   * can be inserted again by a writer that does not ask.
   *
   * @return Refused while a day is CLOSED to DROPPING
   */
  public GuardChange remove() throws SQLException {
    LockAttempt<TableLock> attempt = TableLock.tryAcquire(server, definition.table());
    if (attempt instanceof LockAttempt.Held<TableLock> held) {
      try (TableLock lock = held.lock()) {
        return remove(lock);
      }
    }
    return lockedBy((LockAttempt.Refused<TableLock>) attempt);
  }

  /**
   * What the command lacks to adopt the table; changes nothing. Needs no control schema yet.
   *
   * @param coveredSince as for {@link #install}
   * @throws SQLException if the server fails
   */
  public List<Finding> adoptionFindings(Optional<LocalDate> coveredSince) throws SQLException {
    try (Session session = Session.open(server)) {
      return Adoption.plan(session, definition, coveredSince).findings();
    }
  }

  /**
   * The statements {@link #install} would run, in its order; changes nothing.
   *
   * @param coveredSince as for {@link #install}
   */
  public List<String> dryRunSql(Optional<LocalDate> coveredSince) throws SQLException {
    try (Session session = Session.open(server)) {
      List<String> statements = new ArrayList<>();
      if (!LedgerTable.exists(session.connection(), definition.controlSchema())) {
        statements.add(
            "-- schema "
                + definition.controlSchema().quoted()
                + " is created with Tallykeep's own tables");
      }
      LateTable late = new LateTable(definition.dataset());
      if (!late.exists(session)) {
        statements.add(late.createSql(session));
      }
      for (PartitionDays days : Adoption.plan(session, definition, coveredSince).partitions()) {
        statements.add(
            "-- the day ledger gets "
                + days.days().size()
                + " rows, ONLINE, for "
                + days
                + " of "
                + definition.dataset().lockName());
      }
      InstalledTriggers installed = InstalledTriggers.read(session, definition);
      installed.missing().forEach(trigger -> statements.add(trigger.createSql()));
      installed.stale().forEach(trigger -> statements.add(trigger.dropSql()));
      return statements;
    }
  }

  private GuardChange install(TableLock lock, Optional<LocalDate> coveredSince)
      throws SQLException {
    Session session = lock.session();
    LateTable late = new LateTable(definition.dataset());
    boolean createsLate = !late.exists(session);
    InstalledTriggers installed = InstalledTriggers.read(session, definition);
    List<Finding> findings = GuardRequirements.check(session, definition);
    if (!findings.isEmpty()) {
      return new Refused(findings);
    }
    Adoption adoption = Adoption.plan(session, definition, coveredSince);
    if (!adoption.findings().isEmpty()) {
      return new Refused(adoption.findings());
    }
    List<String> actions = new ArrayList<>();
    if (createsLate) {
      lock.session().execute(late.createSql(session));
      actions.add("created late table " + definition.dataset().lateTable());
    }
    Optional<String> blocked = adopt(lock, adoption, actions);
    if (blocked.isEmpty()) {
      blocked = replaceTriggers(lock, installed, actions);
    }
    if (blocked.isEmpty() && !actions.isEmpty()) {
      blocked = quarantineGap(lock);
    }
    if (blocked.isPresent()) {
      return new Deferred(blocked.get());
    }
    return actions.isEmpty() ? new Unchanged() : new Changed(actions);
  }

  private Optional<String> adopt(TableLock lock, Adoption adoption, List<String> actions)
      throws SQLException {
    if (adoption.partitions().isEmpty()) {
      return Optional.empty();
    }
    TransitionOutcome outcome =
        new LedgerProvision(definition.ledgerKey()).adopt(lock.session(), adoption.partitions());
    if (outcome instanceof TransitionOutcome.Busy busy) {
      return Optional.of(busy.detail());
    }
    if (outcome instanceof TransitionOutcome.Refused refused) {
      return Optional.of(refused.detail());
    }
    int days = adoption.partitions().stream().mapToInt(p -> p.days().size()).sum();
    actions.add("covered " + days + " days from " + adoption.partitions().get(0).first());
    return Optional.empty();
  }

  private Optional<String> replaceTriggers(
      TableLock lock, InstalledTriggers installed, List<String> actions) throws SQLException {
    GuardDdl ddl = new GuardDdl(lock);
    List<GuardTrigger> missing = installed.missing();
    List<GuardTrigger> stale = new ArrayList<>(installed.stale());
    for (GuardTrigger trigger : missing) {
      Optional<GuardTrigger> altered =
          stale.stream().filter(old -> old.name().equals(trigger.name())).findFirst();
      if (altered.isPresent()) {
        // A changed text under the same name: the guard was broken, so a gap is there already.
        Optional<String> blocked = ddl.run(altered.get().dropSql());
        if (blocked.isPresent()) {
          return blocked;
        }
        stale.remove(altered.get());
      }
      Optional<String> blocked = ddl.run(trigger.createSql());
      if (blocked.isPresent()) {
        return blocked;
      }
      actions.add("created trigger " + trigger.name());
    }
    return drop(ddl, stale, actions);
  }

  private static Optional<String> drop(
      GuardDdl ddl, List<GuardTrigger> triggers, List<String> actions) throws SQLException {
    for (GuardTrigger trigger : triggers) {
      Optional<String> blocked = ddl.run(trigger.dropSql());
      if (blocked.isPresent()) {
        return blocked;
      }
      actions.add("dropped trigger " + trigger.name());
    }
    return Optional.empty();
  }

  private Optional<String> quarantineGap(TableLock lock) throws SQLException {
    GuardStatus status = new GuardInspection(definition).status(lock.session());
    if (status instanceof GuardStatus.Healthy healthy) {
      List<LocalDate> busy = new GuardGap(definition).quarantine(lock, healthy);
      return busy.isEmpty()
          ? Optional.empty()
          : Optional.of("the ledger rows of " + busy + " stayed locked; run it again.");
    }
    return Optional.of("the guard does not hold after installing it: " + status);
  }

  private GuardChange remove(TableLock lock) throws SQLException {
    Session session = lock.session();
    InstalledTriggers installed = InstalledTriggers.read(session, definition);
    boolean ledgerSeen = LedgerTable.exists(session.connection(), definition.controlSchema());
    if (!ledgerSeen && !installed.isAbsent()) {
      // Triggers stand, so there is a ledger: not to see it is not to know that no day is closed.
      return new Refused(List.of(GuardRequirements.ledgerNotFound(definition)));
    }
    List<String> closed = ledgerSeen ? closedDays(session) : List.of();
    if (!closed.isEmpty()) {
      return new Refused(
          List.of(
              new Finding(
                  "DAYS_CLOSED",
                  Owner.USER,
                  "days of "
                      + definition.dataset().lockName()
                      + " are on their way out: "
                      + closed
                      + ".",
                  "Only the guard keeps writes off them: let them be dropped first.")));
    }
    Privileges privileges = Privileges.read(session);
    if (!privileges.allows("TRIGGER", definition.table())) {
      return new Refused(List.of(GuardInspection.cannotSee(definition, privileges)));
    }
    if (installed.isAbsent()) {
      return TableRequirements.checkExists(session, definition.dataset())
          .<GuardChange>map(finding -> new Refused(List.of(finding)))
          .orElse(new Unchanged());
    }
    List<String> actions = new ArrayList<>();
    Optional<String> blocked =
        drop(
            new GuardDdl(lock),
            installed.ours().stream().map(InstalledTriggers.Installed::trigger).toList(),
            actions);
    if (blocked.isPresent()) {
      return new Deferred(blocked.get());
    }
    return new Changed(actions);
  }

  /** Some of the days that are on their way out. */
  private List<String> closedDays(Session session) throws SQLException {
    return session.query(
        "SELECT CONCAT(event_day, ' ', progress) FROM "
            + definition.ledgerKey().table()
            + " WHERE dataset = ? AND shard = ? AND event_day > ?"
            + " AND progress NOT IN ('ONLINE', 'DROPPED', 'EXPIRED') LIMIT 5",
        row -> row.getString(1),
        definition.dataset().name(),
        definition.dataset().shard(),
        DayLedger.FIRST_SENTINEL);
  }

  private GuardChange lockedBy(LockAttempt.Refused<TableLock> refused) {
    return new Deferred(
        "table " + definition.table() + " is in use by " + refused.holder() + ". Run it again.");
  }
}
