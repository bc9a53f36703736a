package io.tallykeep.jobs.check;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.schema.UnsupportedColumnsException;
import io.tallykeep.archive.table.StorageFinding;
import io.tallykeep.jobs.check.Finding.Owner;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.guard.GuardInspection;
import io.tallykeep.jobs.retention.guard.GuardRequirements;
import io.tallykeep.jobs.retention.guard.GuardStatus;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.settings.TallykeepSettings;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that only the servers can tell: connections, privileges, tables, guard, bucket. */
public final class ServerCheck {
  private static final String GUARD_ABSENT = "GUARD_ABSENT";

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
        check.objectStore();
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

  private void mysql(List<RetainedDataset> datasets) {
    String place = "MySQL at " + servers.settings().source().url();
    try (Session session = Session.open(servers.source())) {
      if (session.number("SELECT @@GLOBAL.read_only OR @@GLOBAL.super_read_only") == 1) {
        external(
            "READ_ONLY_SERVER",
            place,
            "the server is read-only: a replica, or a primary that was demoted.",
            "Give the address of the writable primary.");
      }
      for (RetainedDataset retained : datasets) {
        dataset(session, retained);
      }
    } catch (SQLException e) {
      external(
          "MYSQL_UNREACHABLE",
          place,
          "did not answer as asked (SQLSTATE "
              + e.getSQLState()
              + ", error "
              + e.getErrorCode()
              + "): "
              + e.getMessage(),
          "Check url, username, password and that the server is up.");
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
    int before = findings.size();
    GuardRequirements.check(session, definition)
        .forEach(finding -> findings.add(finding(place, finding)));
    mapping(session, dataset, place, findings.size() > before);
    if (scope == Preflight.Scope.EVERYTHING) {
      guard(session, definition, place);
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

  private void guard(Session session, GuardDefinition definition, String place)
      throws SQLException {
    GuardStatus status = new GuardInspection(definition).status(session);
    if (status instanceof GuardStatus.Absent) {
      external(
          GUARD_ABSENT,
          place,
          "has no guard.",
          "Run './tallykeep jobs guard install --covered-since DATE'.");
    } else if (status instanceof GuardStatus.Broken broken) {
      broken.findings().stream()
          .map(finding -> finding(place, finding))
          .filter(finding -> !findings.contains(finding))
          .forEach(findings::add);
    }
  }

  private void objectStore() {
    for (StorageFinding finding : servers.storage().probe()) {
      external(
          "OBJECT_STORE_" + finding.kind(),
          "tallykeep.object-store",
          finding.detail(),
          "See docs/configuration.md.");
    }
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
