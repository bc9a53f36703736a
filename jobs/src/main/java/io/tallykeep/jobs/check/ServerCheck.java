package io.tallykeep.jobs.check;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.schema.UnsupportedColumnsException;
import io.tallykeep.archive.table.ArchiveReadException;
import io.tallykeep.archive.table.BucketReport;
import io.tallykeep.archive.table.ControlSchemaException;
import io.tallykeep.archive.table.StorageFinding;
import io.tallykeep.archive.table.TableMismatchException;
import io.tallykeep.jobs.check.Finding.Owner;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.drill.DrillWatch;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.guard.GuardInspection;
import io.tallykeep.jobs.retention.guard.GuardRequirements;
import io.tallykeep.jobs.retention.guard.GuardStatus;
import io.tallykeep.jobs.retention.guard.Privileges;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.PrimaryServer;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.settings.TallykeepSettings;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Everything that only the servers can tell: connections, privileges, tables, guard, bucket. */
public final class ServerCheck {
  private static final String GUARD_ABSENT = "GUARD_ABSENT";
  private static final String DRILL_FAILED = "DRILL_FAILED";
  private static final String DRILL_OVERDUE = "DRILL_OVERDUE";

  /** No upload of ours takes so long. */
  private static final Duration UNFINISHED_AFTER = Duration.ofDays(1);

  private final RetentionServers servers;
  private final Preflight.Scope scope;
  private final List<Finding> findings = new ArrayList<>();

  private ServerCheck(RetentionServers servers, Preflight.Scope scope) {
    this.servers = servers;
    this.scope = scope;
  }

  /**
   * Checks what the scope takes in; all findings at once.
   *
   * @param settings settings without findings of their own
   */
  public static List<Finding> check(
      TallykeepSettings settings, List<RetainedDataset> datasets, Preflight.Scope scope) {
    RetentionServers opened;
    try {
      opened = new RetentionServers(settings);
    } catch (IllegalArgumentException e) {
      return List.of(
          new Finding(
              "BAD_VALUE",
              Owner.USER,
              "tallykeep.source.url and tallykeep.object-store",
              String.valueOf(e.getMessage()),
              "See docs/configuration.md."));
    }
    try (RetentionServers servers = opened) {
      ServerCheck check = new ServerCheck(servers, scope);
      check.mysql(datasets);
      if (scope == Preflight.Scope.EVERYTHING) {
        check.objectStore(datasets);
        check.archive(datasets);
        check.drills(datasets);
      }
      return List.copyOf(check.findings);
    }
  }

  /**
   * What a table looks like before it is adopted: no obstacle to a run, which then has less to do.
   */
  static boolean isNotAdopted(Finding finding) {
    return finding.code().equals(GUARD_ABSENT) || finding.code().equals("LEDGER_NOT_FOUND");
  }

  /** What only installing a guard takes. */
  static boolean isOnlyForInstalling(Finding finding) {
    return finding.code().equals("BINLOG_TRUST");
  }

  private void mysql(List<RetainedDataset> datasets) {
    String place = "MySQL at " + servers.settings().source().server();
    try (Session session = Session.open(servers.source())) {
      PrimaryServer.objection(session)
          .ifPresent(
              what ->
                  external(
                      "READ_ONLY_SERVER",
                      place,
                      what,
                      "Give the address of the writable primary, and an account that can tell."));
      Privileges granted = Privileges.read(session);
      JobPrivileges privileges = new JobPrivileges(granted);
      privileges.needControl(servers.controlSchema());
      if (scope == Preflight.Scope.EVERYTHING) {
        privileges.needTransactions();
      }
      for (RetainedDataset retained : datasets) {
        int before = findings.size();
        dataset(session, retained);
        switch (scope) {
          case PARTITIONS -> privileges.needPartitions(retained.dataset());
          case TABLES -> {}
          case EVERYTHING -> {
            privileges.needArchiving(retained.dataset());
            businessKey(session, retained.dataset(), granted, before);
          }
        }
      }
      findings.addAll(privileges.findings());
    } catch (SQLException e) {
      failed(place, e);
    }
  }

  private void failed(String place, SQLException e) {
    String state = String.valueOf(e.getSQLState());
    if (state.startsWith("08")) {
      external(
          "MYSQL_UNREACHABLE",
          place,
          "can't be reached: " + MysqlError.text(e),
          "Check the url, and that the server is up and answers from here.");
    } else if (state.startsWith("28")) {
      external(
          "MYSQL_ACCESS_DENIED",
          place,
          "does not let the account in: " + MysqlError.text(e),
          "Check username and password, and that the account may connect from this host.");
    } else {
      external(
          "MYSQL_FAILED",
          place,
          "did not answer as asked: " + MysqlError.text(e),
          "Check the account's privileges (docs/operations.md) and the server's error log.");
    }
  }

  private void dataset(Session session, RetainedDataset retained) throws SQLException {
    Dataset dataset = retained.dataset();
    String place = "dataset " + dataset.name() + ", table " + dataset.table();
    if (scope == Preflight.Scope.PARTITIONS) {
      partitions(session, dataset, place);
      return;
    }
    GuardDefinition definition = servers.guardDefinition(retained);
    boolean healthy = scope == Preflight.Scope.EVERYTHING && guard(session, definition, place);
    List<Finding> requirements =
        GuardRequirements.check(session, definition).stream()
            .map(finding -> finding(place, finding))
            .filter(finding -> !(healthy && isOnlyForInstalling(finding)))
            .toList();
    requirements.stream().filter(this::isNew).forEach(findings::add);
    if (scope == Preflight.Scope.EVERYTHING) {
      OperationsCheck.finding(session, dataset).ifPresent(findings::add);
    }
    mapping(session, dataset, place, !requirements.isEmpty());
  }

  /**
   * @param before how many findings there were before the dataset's own
   */
  private void businessKey(Session session, Dataset dataset, Privileges granted, int before)
      throws SQLException {
    boolean readable =
        dataset.businessKey().map(key -> granted.allows("SELECT", key.table())).orElse(true);
    BusinessKeyCheck check = new BusinessKeyCheck(session, dataset);
    findings.addAll(check.missing(readable));
    boolean namesAreThere =
        findings.stream()
            .skip(before)
            .allMatch(each -> isNotAdopted(each) || isOnlyForPeople(each));
    if (readable && namesAreThere) {
      check.incomparable().ifPresent(findings::add);
    }
  }

  private void partitions(Session session, Dataset dataset, String place) throws SQLException {
    try {
      TablePartitions.read(session.connection(), dataset);
    } catch (PartitioningNotSupported e) {
      findings.add(
          new Finding(
              "PARTITIONING",
              Owner.USER,
              place,
              String.valueOf(e.getMessage()),
              "No partition was created."));
    }
  }

  /**
   * @param keysSpokenOf whether the guard's requirements have findings: they say the same of the
   *     identity and the event day, and more
   */
  private void mapping(Session session, Dataset dataset, String place, boolean keysSpokenOf)
      throws SQLException {
    Optional<SourceTable> table = SourceTable.read(session.connection(), dataset.table());
    if (table.isEmpty()) {
      return;
    }
    try {
      ArchiveSchema.of(dataset, table.get());
    } catch (UnsupportedColumnsException e) {
      e.columns().stream()
          .filter(column -> !(keysSpokenOf && isKey(dataset, column.name())))
          .forEach(
              column ->
                  findings.add(
                      new Finding(
                          "UNSUPPORTED_COLUMN",
                          Owner.USER,
                          place + ", column " + column.name() + " (" + column.mysqlType() + ")",
                          column.reason() + ".",
                          "Change the column or take the table out of the configuration.")));
    }
  }

  private static boolean isKey(Dataset dataset, String column) {
    return Stream.concat(dataset.identity().stream(), Stream.of(dataset.eventDay()))
        .anyMatch(name -> name.sameColumn(column));
  }

  /** Whether it holds. */
  private boolean guard(Session session, GuardDefinition definition, String place)
      throws SQLException {
    GuardStatus status = new GuardInspection(definition).status(session);
    if (status instanceof GuardStatus.Absent) {
      external(
          GUARD_ABSENT,
          place,
          "has no guard.",
          "Run './tallykeep jobs guard install --covered-since DATE'.");
    } else if (status instanceof GuardStatus.Broken broken) {
      broken.findings().forEach(finding -> findings.add(finding(place, finding)));
    }
    return status instanceof GuardStatus.Healthy;
  }

  /** A guard that is there and broken weighs more than what one that is to come would lack. */
  private boolean isNew(Finding finding) {
    return findings.stream()
        .noneMatch(
            known ->
                known.code().equals(finding.code())
                    && known.place().equals(finding.place())
                    && known.what().equals(finding.what()));
  }

  /** Whether the archive's table still fits the online table; asked only where all else is well. */
  private void archive(List<RetainedDataset> datasets) {
    if (findings.stream().anyMatch(finding -> !isNotAdopted(finding))) {
      return;
    }
    for (RetainedDataset retained : datasets) {
      String place = "dataset " + retained.name() + ", archive";
      try (Session session = Session.open(servers.source())) {
        if (LedgerTable.exists(session.connection(), servers.controlSchema())) {
          servers.catalog().open(retained.dataset());
        }
      } catch (TableMismatchException e) {
        findings.add(
            new Finding(
                "SCHEMA_CHANGED",
                Owner.USER,
                place,
                String.valueOf(e.getMessage()),
                "See docs/archive-format-table.md."));
      } catch (ArchiveReadException | ControlSchemaException e) {
        external(
            "ARCHIVE_UNREADABLE",
            place,
            String.valueOf(e.getMessage()),
            "Check the object store and the control schema.");
      } catch (SQLException e) {
        failed(place, e);
      }
    }
  }

  private void objectStore(List<RetainedDataset> datasets) {
    List<StorageFinding> wrong = servers.storage().probe();
    if (wrong.isEmpty()) {
      wrong = bucket(servers, datasets).findings();
    }
    for (StorageFinding finding : wrong) {
      external(
          "OBJECT_STORE_" + finding.kind(),
          "tallykeep.object-store",
          finding.detail(),
          "See docs/operations.md.");
    }
  }

  /**
   * What the bucket does with objects by itself.
   *
   * @param settings settings without findings of their own, of a store that answers
   */
  public static BucketReport bucket(TallykeepSettings settings, List<RetainedDataset> datasets) {
    try (RetentionServers servers = new RetentionServers(settings)) {
      return bucket(servers, datasets);
    }
  }

  private static BucketReport bucket(RetentionServers servers, List<RetainedDataset> datasets) {
    return servers
        .storage()
        .bucketRules(
            datasets.stream()
                .mapToInt(retained -> retained.windows().identityDays())
                .max()
                .orElse(0),
            Clock.systemUTC().instant().minus(UNFINISHED_AFTER));
  }

  /** Whether archived days were restored on trial lately; nothing that a run waits for. */
  private void drills(List<RetainedDataset> datasets) {
    for (RetainedDataset retained : datasets) {
      String place = "dataset " + retained.name();
      try (Session session = Session.open(servers.source())) {
        Optional<DrillWatch.State> state =
            DrillWatch.read(
                session,
                servers.controlSchema(),
                retained.dataset(),
                servers.settings().drill().overdueAfter());
        if (state.isPresent() && state.get().lastFailure().isPresent()) {
          findings.add(
              new Finding(
                  DRILL_FAILED,
                  Owner.DATA,
                  place,
                  "the last drill failed: " + state.get().lastFailure().get(),
                  "Mend the archive, then run './tallykeep jobs run drill'."));
        } else if (state.isPresent() && state.get().overdue()) {
          findings.add(
              new Finding(
                  DRILL_OVERDUE,
                  Owner.DATA,
                  place,
                  "no drill ended well within "
                      + servers.settings().drill().overdueAfter().toDays()
                      + " days; the last one: "
                      + state.get().lastOk().orElse("none")
                      + ".",
                  "Run './tallykeep jobs run drill' every night."));
        }
      } catch (SQLException e) {
        failed(place, e);
      }
    }
  }

  /** What a person must see and no run waits for. */
  static boolean isOnlyForPeople(Finding finding) {
    return Set.of(DRILL_FAILED, DRILL_OVERDUE, OperationsCheck.CODE).contains(finding.code());
  }

  private static Finding finding(String place, io.tallykeep.jobs.retention.guard.Finding finding) {
    Owner owner =
        switch (finding.owner()) {
          case USER -> Owner.USER;
          case DATA -> Owner.DATA;
          case INTERNAL, EXTERNAL -> Owner.EXTERNAL;
        };
    return new Finding(finding.code(), owner, place, finding.what(), finding.mend());
  }

  private void external(String code, String place, String what, String mend) {
    findings.add(new Finding(code, Owner.EXTERNAL, place, what, mend));
  }
}
