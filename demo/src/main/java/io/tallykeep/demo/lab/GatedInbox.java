package io.tallykeep.demo.lab;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.demo.CommandLineRun;
import io.tallykeep.demo.DemoConfiguration;
import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.schema.Schemas;
import io.tallykeep.jobs.settings.SettingsLoader;
import io.tallykeep.verifier.gate.GateListener;
import io.tallykeep.verifier.gate.GateSettings;
import io.tallykeep.verifier.gate.ReplayGate;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.VerifierSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * An inbox as the product wants it: the reference schema, under the guard, with its gate. The cases
 * share it, each with a consumer name of its own.
 */
final class GatedInbox implements AutoCloseable {
  private static final String CONFIGURATION = "TALLYKEEP_LAB_CONFIGURATION";
  private static final String DAY = "TALLYKEEP_LAB_DAY";

  private final Path configuration;
  private final LocalDate eventDay;
  private final RetentionServers servers;
  private final RetainedDataset inbox;
  private final Adjudicator adjudicator;

  private GatedInbox(Path configuration, LocalDate eventDay) {
    this.configuration = configuration;
    this.eventDay = eventDay;
    CheckedSettings checked = CheckedSettings.orRefuse(SettingsLoader.load(configuration));
    this.servers = new RetentionServers(checked.settings());
    this.inbox = checked.theOne(Optional.empty());
    this.adjudicator =
        new Adjudicator(
            servers.source(),
            servers.catalog(),
            servers.storage(),
            new VerifierSettings(
                servers.controlSchema(),
                inbox.dataset(),
                servers.settings().lookup().deadline(),
                1),
            LookupListener.NONE);
  }

  /**
   * Makes the tables and adopts them, through the product's own command line.
   *
   * @param eventDay the day of all events; from then on days are covered
   */
  static GatedInbox create(LabStage stage, LocalDate eventDay) throws IOException, SQLException {
    String schema = stage.newSchema("inbox").schema();
    String control = stage.newSchema("control").schema();
    Path configuration = stage.file("tallykeep.yml");
    DemoConfiguration.write(
        configuration,
        stage.sandbox(),
        new DemoConfiguration.Places(schema, control, stage.sandbox().newBucket("lab")));
    Schemas.migrateReference(stage.server(), Identifier.of(schema));
    cutOffToday(stage.server(), schema, eventDay);
    CommandLineRun commands = new CommandLineRun(configuration);
    commands.clean("jobs", "guard", "install", "--covered-since", eventDay.toString());
    commands.clean("jobs", "run", "provision");
    return new GatedInbox(configuration, eventDay);
  }

  private static void cutOffToday(DataSource server, String schema, LocalDate eventDay)
      throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "ALTER TABLE "
              + schema
              + ".inbox REORGANIZE PARTITION p_future INTO (PARTITION today VALUES LESS THAN ('"
              + eventDay.plusDays(1)
              + "'), PARTITION p_future VALUES LESS THAN (MAXVALUE))");
    }
  }

  /** In a process of the lab: the inbox that whoever started it has made. */
  static GatedInbox ofThisProcess() {
    return new GatedInbox(
        Path.of(ServerAddress.variable(CONFIGURATION)),
        LocalDate.parse(ServerAddress.variable(DAY)));
  }

  /** What a process needs to open it. */
  Map<String, String> toMap() {
    return Map.of(CONFIGURATION, configuration.toString(), DAY, eventDay.toString());
  }

  LocalDate eventDay() {
    return eventDay;
  }

  DataSource source() {
    return servers.source();
  }

  ReplayGate gate(GateListener listener) {
    return new ReplayGate(
        adjudicator, GateSettings.of(servers.controlSchema(), inbox.dataset()), listener);
  }

  /** A consumer's rows. */
  long rows(String consumer) throws SQLException {
    return count(
        "SELECT COUNT(*) FROM " + inbox.dataset().table().quoted() + " WHERE consumer_name = ?",
        consumer);
  }

  /** The operations of a tenant. */
  long operations(String tenant) throws SQLException {
    return count(
        "SELECT COUNT(*) FROM "
            + inbox.dataset().businessKey().orElseThrow().table().quoted()
            + " WHERE tenant_id = ?",
        tenant);
  }

  /** The conflicts of a consumer that the gate has kept for a person. */
  long conflictsKept(String consumer) throws SQLException {
    return count(
        "SELECT COUNT(*) FROM "
            + servers.controlSchema().quoted()
            + ".gate_conflict WHERE identity LIKE CONCAT('%', ?, '%')",
        consumer);
  }

  private long count(String sql, String value) throws SQLException {
    try (Connection connection = source().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, value);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  @Override
  public void close() {
    adjudicator.close();
    servers.close();
  }
}
