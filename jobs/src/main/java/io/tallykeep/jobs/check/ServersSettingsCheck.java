package io.tallykeep.jobs.check;

import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.settings.ReplicaSettings;
import io.tallykeep.jobs.settings.TallykeepSettings;
import io.tallykeep.jobs.settings.ThrottleSettings;
import java.util.HashSet;
import java.util.Set;

/** What the configuration alone tells of the replicas and of the load limits. */
final class ServersSettingsCheck {
  private final SettingsFindings findings;

  private ServersSettingsCheck(SettingsFindings findings) {
    this.findings = findings;
  }

  static void check(TallykeepSettings settings, SettingsFindings findings) {
    ServersSettingsCheck check = new ServersSettingsCheck(findings);
    check.replicas(settings.replicas());
    check.throttle(settings.throttle());
  }

  private void replicas(ReplicaSettings replicas) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < replicas.servers().size(); i++) {
      ReplicaSettings.Server server = replicas.servers().get(i);
      String place = "tallykeep.replicas.servers[" + i + "]";
      if (server.name().isBlank()) {
        findings.missing(place + ".name", "what messages shall call the replica");
      } else if (!names.add(server.name())) {
        findings.bad(place + ".name", "'" + server.name() + "' is another replica's name already.");
      }
      if (server.url().isEmpty()) {
        findings.missing(place + ".url", "the replica, for example jdbc:mysql://db2:3306/");
      } else {
        findings.attempt(
            place + ".url",
            () -> new MysqlSource(server.url(), server.username(), server.password()));
      }
    }
    findings.positive("tallykeep.replicas.longest-wait", replicas.longestWait());
    if (replicas.longestRead().toSeconds() < 1) {
      findings.bad(
          "tallykeep.replicas.longest-read",
          "is " + replicas.longestRead() + ": 1s is the least, since any read holds the table.");
    }
  }

  private void throttle(ThrottleSettings throttle) {
    if (throttle.threadsRunning() < 0) {
      findings.bad(
          "tallykeep.throttle.threads-running",
          "is " + throttle.threadsRunning() + ": 0 means no limit.");
    }
    if (throttle.historyLength() < 0) {
      findings.bad(
          "tallykeep.throttle.history-length",
          "is " + throttle.historyLength() + ": 0 means no limit.");
    }
    if (throttle.checkInterval().toMillis() < 100 || throttle.checkInterval().toMillis() > 10_000) {
      findings.bad(
          "tallykeep.throttle.check-interval",
          "is " + throttle.checkInterval() + ": 100ms is the least, 10s the most.");
    }
    findings.positive("tallykeep.throttle.longest-wait", throttle.longestWait());
  }
}
