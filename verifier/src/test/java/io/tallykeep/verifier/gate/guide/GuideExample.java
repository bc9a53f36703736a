package io.tallykeep.verifier.gate.guide;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.verifier.gate.AggregateVersion;
import io.tallykeep.verifier.gate.AggregateVersion.Position;
import io.tallykeep.verifier.gate.Deferral;
import io.tallykeep.verifier.gate.EffectResult;
import io.tallykeep.verifier.gate.GateEvent;
import io.tallykeep.verifier.gate.GateListener;
import io.tallykeep.verifier.gate.GateOperation;
import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.GateSettings;
import io.tallykeep.verifier.gate.ReplayGate;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.VerifierSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/** Credits payments to accounts, each once. */
public final class GuideExample implements AutoCloseable {
  private final DataSource source;
  private final Identifier payments;
  private final Adjudicator adjudicator;
  private final ReplayGate gate;

  /**
   * @param source new connections to the inbox's server, its writable primary
   * @param payments the schema with inbox, operations and accounts
   * @param control Tallykeep's control schema
   * @param storage the archive; closed by whoever opened it
   */
  public GuideExample(
      DataSource source, Identifier payments, Identifier control, ArchiveStorage storage) {
    this.source = source;
    this.payments = payments;
    Dataset inbox = dataset(payments, control);
    this.adjudicator =
        new Adjudicator(
            source,
            new ArchiveCatalog(source, control, storage),
            storage,
            new VerifierSettings(control, inbox, Duration.ofSeconds(10), 8),
            LookupListener.NONE);
    this.gate = new ReplayGate(adjudicator, GateSettings.of(control, inbox), GateListener.NONE);
  }

  /** Says the same as the dataset in tallykeep.yml. */
  private static Dataset dataset(Identifier payments, Identifier control) {
    List<Identifier> operationKey =
        List.of(
            Identifier.of("tenant_id"),
            Identifier.of("operation_type"),
            Identifier.of("operation_id"));
    return new Dataset(
        "inbox",
        0,
        new TableName(payments, Identifier.of("inbox")),
        new TableName(control, Identifier.of("late_inbox")),
        List.of(Identifier.of("consumer_name"), Identifier.of("event_id")),
        Identifier.of("event_day"),
        EventDayOrigin.EVENT_TIME,
        Optional.of(Identifier.of("payload_hash")),
        List.of(Identifier.of("status"), Identifier.of("result_code")),
        Optional.of(new LiveRows(Identifier.of("status"), Set.of("PROCESSING", "DEFERRED"))),
        Optional.of(
            new BusinessKey(
                operationKey,
                new TableName(payments, Identifier.of("operation")),
                operationKey,
                Identifier.of("status"),
                Set.of("PROCESSING", "UNKNOWN"),
                List.of(
                    Identifier.of("payee"),
                    Identifier.of("amount_minor"),
                    Identifier.of("currency")))));
  }

  /**
   * A payment as it comes from the log.
   *
   * @param day from the event itself, never from its arrival
   * @param version the account's version once the payment is credited
   * @param payload kept if the payment has to wait
   * @param payloadHash SHA-256 of the canonical payload
   */
  public record Payment(
      String eventId,
      LocalDate day,
      String tenantId,
      String attemptId,
      long accountId,
      long version,
      long amountMinor,
      String currency,
      byte[] payload,
      byte[] payloadHash) {}

  /**
   * Credits a payment, unless it was credited before.
   *
   * @param receivedAt when it arrived, in UTC
   * @return move the offset past it exactly if this is settled
   */
  public GateOutcome credit(Payment payment, LocalDateTime receivedAt) {
    return gate.apply(
        source, event(payment, receivedAt), connection -> effect(connection, payment));
  }

  /** Tries a payment again that had to wait. */
  public GateOutcome redrive(Payment payment, LocalDateTime receivedAt) {
    return gate.redrive(
        source, event(payment, receivedAt), connection -> effect(connection, payment));
  }

  /** The inbox row and the operation as they are once the effect is done. */
  private static GateEvent event(Payment payment, LocalDateTime receivedAt) {
    GateOperation operation =
        new GateOperation(
            List.of(payment.tenantId(), "PAY", payment.attemptId()),
            Map.of(
                "payee", "account " + payment.accountId(),
                "amount_minor", payment.amountMinor(),
                "currency", payment.currency()),
            Map.of(
                "status",
                "SUCCEEDED",
                "client_key",
                payment.attemptId(),
                "payload_hash",
                payment.payloadHash(),
                "version",
                1,
                "created_at",
                receivedAt,
                "updated_at",
                receivedAt));
    return new GateEvent(
        List.of("billing", payment.eventId()),
        payment.day(),
        payment.payloadHash(),
        Map.of("status", "SUCCEEDED", "received_at", receivedAt),
        Optional.of(operation),
        Optional.of(
            new Deferral(
                payment.payload(), "payments team", "redrive job", Map.of("status", "DEFERRED"))));
  }

  private EffectResult effect(Connection connection, Payment payment) throws SQLException {
    AggregateVersion account =
        AggregateVersion.of(
            new TableName(payments, Identifier.of("account")),
            Identifier.of("version"),
            Map.of("id", payment.accountId()));
    Position position = account.compare(connection, payment.version()); // locks the row
    if (position instanceof Position.NoAggregate) {
      // Nothing will ever create it; if something may, return the position's result() instead.
      return EffectResult.rejected("NO_ACCOUNT", "there is no account " + payment.accountId());
    }
    if (position instanceof Position.Stale stale) {
      return stale.result(Map.of("status", "SUPERSEDED", "result_code", "STALE"));
    }
    if (position instanceof Position.MissingPredecessor missing) {
      return missing.result();
    }
    String table = new TableName(payments, Identifier.of("account")).quoted();
    try (PreparedStatement credit =
        connection.prepareStatement("UPDATE " + table + " SET cents = cents + ? WHERE id = ?")) {
      credit.setLong(1, payment.amountMinor());
      credit.setLong(2, payment.accountId());
      credit.executeUpdate();
    }
    account.advance(connection, payment.version());
    return EffectResult.done(Map.of("result_code", "OK"));
  }

  /** Ends the look-up threads. Storage and data source stay whose they are. */
  @Override
  public void close() {
    adjudicator.close();
  }
}
