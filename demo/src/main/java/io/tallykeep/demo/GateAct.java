package io.tallykeep.demo;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.settings.SettingsLoader;
import io.tallykeep.verifier.gate.EffectResult;
import io.tallykeep.verifier.gate.GateEvent;
import io.tallykeep.verifier.gate.GateListener;
import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.GateSettings;
import io.tallykeep.verifier.gate.ReplayGate;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.VerifierSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A consumer that brings a late event to the gate: its effect is 100 minor units on an account, in
 * the transaction of the event's row.
 */
final class GateAct implements AutoCloseable {
  static final long AMOUNT_MINOR = 100;
  private static final long BALANCE_BEFORE_MINOR = 10_000;
  private static final String ACCOUNT = "`" + DemoConfiguration.SCHEMA + "`.account";
  private static final int THREADS = 1;

  private final RetentionServers servers;
  private final Adjudicator adjudicator;
  private final ReplayGate gate;

  GateAct(Path configuration) {
    CheckedSettings checked = CheckedSettings.orRefuse(SettingsLoader.load(configuration));
    RetainedDataset retained = checked.theOne(Optional.empty());
    this.servers = new RetentionServers(checked.settings());
    this.adjudicator =
        new Adjudicator(
            servers.source(),
            servers.catalog(),
            servers.storage(),
            new VerifierSettings(
                servers.controlSchema(),
                retained.dataset(),
                checked.settings().lookup().deadline(),
                THREADS),
            LookupListener.NONE);
    this.gate =
        new ReplayGate(
            adjudicator,
            GateSettings.of(servers.controlSchema(), retained.dataset()),
            GateListener.NONE);
  }

  /** What the account and the events' effects on it came to. */
  record Account(long balanceMinor, long effects) {}

  void openAccount() throws SQLException {
    try (Connection connection = servers.source().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE "
              + ACCOUNT
              + " (id BIGINT PRIMARY KEY, cents BIGINT NOT NULL, version BIGINT NOT NULL)");
      statement.execute("INSERT INTO " + ACCOUNT + " VALUES (1, " + BALANCE_BEFORE_MINOR + ", 0)");
    }
  }

  Account account() throws SQLException {
    try (Connection connection = servers.source().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT cents, version FROM " + ACCOUNT + " WHERE id = 1")) {
      row.next();
      return new Account(row.getLong(1), row.getLong(2));
    }
  }

  /** Brings an event of a day to the gate. */
  GateOutcome bring(String event, LocalDate day) {
    return gate.apply(
        servers.source(),
        GateEvent.of(
            List.of(DemoInbox.CONSUMER, event),
            day,
            DemoInbox.payloadHash(event),
            Map.of(
                "status",
                "SUCCEEDED",
                "amount_minor",
                AMOUNT_MINOR,
                "currency",
                "EUR",
                "received_at",
                day.atTime(12, 0))),
        GateAct::pay);
  }

  private static EffectResult pay(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int changed =
          statement.executeUpdate(
              "UPDATE "
                  + ACCOUNT
                  + " SET cents = cents + "
                  + AMOUNT_MINOR
                  + ", version = version + 1 WHERE id = 1");
      return changed == 1
          ? EffectResult.done(Map.of("result_code", "OK"))
          : EffectResult.rejected("NO_ACCOUNT", "there is no account 1");
    }
  }

  @Override
  public void close() {
    adjudicator.close();
    servers.close();
  }
}
