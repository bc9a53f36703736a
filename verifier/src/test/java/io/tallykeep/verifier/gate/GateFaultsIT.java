package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.verifier.gate.GateOutcome.Applied;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.RetryExhausted;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What fails in an attempt, told apart, on a real server: never a second effect, never a row
 * without its effect.
 */
class GateFaultsIT {
  private static GateFixture fixture;
  private static final AtomicInteger EVENTS = new AtomicInteger();

  private final String id = "fault-" + EVENTS.incrementAndGet();
  private final PointHook hook = new PointHook();
  private ReplayGate gate;

  @BeforeAll
  static void create() {
    fixture = GateFixture.create();
  }

  @BeforeEach
  void openGate() {
    gate = fixture.gate(hook);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private void assertOneEffect(GateOutcome outcome, Kind kind) {
    assertThat(outcome.kind()).as(outcome.toString()).isEqualTo(kind);
    assertThat(fixture.effects(id)).isEqualTo(1);
    assertThat(fixture.rows(id)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDeadlockIsTriedAgainAlsoIfTheEffectSwallowsIt(boolean swallows) throws Exception {
    fixture.schema.execute("CREATE TABLE IF NOT EXISTS ballast (a INT)");
    AtomicInteger runs = new AtomicInteger();
    try (Connection rival = fixture.dataSource().getConnection();
        Statement statement = rival.createStatement()) {
      rival.setAutoCommit(false);
      // The server ends the transaction that has changed fewer rows.
      statement.executeUpdate("INSERT INTO ballast VALUES " + "(1),".repeat(500) + "(1)");
      statement.executeUpdate("UPDATE account SET version = version WHERE id = 2");
      Effect effect =
          connection -> {
            if (runs.incrementAndGet() > 1) {
              GateFixture.book(connection, id);
              return EffectResult.done();
            }
            update(connection, 1);
            CompletableFuture<Void> other = rivalWantsAccountOne(rival);
            if (swallows) {
              assertThatThrownBy(() -> update(connection, 2)).hasMessageContaining("Deadlock");
            } else {
              update(connection, 2);
            }
            other.join();
            return EffectResult.done();
          };

      GateOutcome outcome = gate.apply(fixture.dataSource(), event(id), effect);

      assertOneEffect(outcome, Kind.APPLIED);
      assertThat(runs).hasValue(2);
    }
  }

  private static void update(Connection connection, int account) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE account SET version = version + 1 WHERE id = " + account);
    }
  }

  private static CompletableFuture<Void> rivalWantsAccountOne(Connection rival)
      throws SQLException {
    long session = session(rival);
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              try {
                update(rival, 1);
                rival.rollback();
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    fixture.awaitLockWait(session);
    return other;
  }

  private static long session(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void aLockThatIsHeldLongerThanTheGateWaitsExhaustsTheAttempts() throws SQLException {
    GateSettings impatient =
        new GateSettings(
            fixture.schema.name(),
            fixture.dataset,
            2,
            Duration.ofSeconds(20),
            Duration.ofMillis(300));
    try (Connection holder = fixture.dataSource().getConnection()) {
      holder.setAutoCommit(false);
      update(holder, 1);

      GateOutcome outcome =
          fixture.gate(impatient, hook).apply(fixture.dataSource(), event(id), credit(id));

      assertThat(outcome)
          .isInstanceOfSatisfying(
              RetryExhausted.class,
              exhausted -> {
                assertThat(exhausted.lastError()).startsWith("lock wait timeout: ");
                assertThat(exhausted.attempts()).isEqualTo(2);
              });
      assertThat(fixture.rows(id)).isZero();
      holder.rollback();
    }
    assertOneEffect(gate.apply(fixture.dataSource(), event(id), credit(id)), Kind.APPLIED);
  }

  @Test
  void aRowThatAnotherSessionHasInsertedButNotCommittedIsWaitedForAndNeverCollidesWithItself()
      throws SQLException {
    GateSettings patient =
        new GateSettings(
            fixture.schema.name(),
            fixture.dataset,
            5,
            Duration.ofSeconds(20),
            Duration.ofSeconds(1));
    try (Connection zombie = fixture.dataSource().getConnection();
        Statement statement = zombie.createStatement()) {
      zombie.setAutoCommit(false);
      statement.executeUpdate(
          "INSERT INTO inbox (consumer_name, event_id, event_day, status, payload_hash) VALUES"
              + " ('billing', '"
              + id
              + "', '2026-03-29', 'SUCCEEDED', REPEAT('x', 32))");
      AtomicInteger adjudicated = new AtomicInteger();
      GateListener listener =
          point -> {
            // The first attempt's insert has waited in vain, and has been rolled back.
            if (point == GatePoint.ADJUDICATED && adjudicated.incrementAndGet() == 2) {
              rollBack(zombie);
            }
          };

      GateOutcome outcome =
          fixture.gate(patient, listener).apply(fixture.dataSource(), event(id), credit(id));

      assertOneEffect(outcome, Kind.APPLIED);
      assertThat(adjudicated.get()).isGreaterThanOrEqualTo(2);
    }
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aDuplicateKeyOfTheEventIsLookedUpAndNeverTakenForAnswerByItself() {
    hook.once(
        GatePoint.LEDGER_READ,
        () -> fixture.gate().apply(fixture.dataSource(), event(id), credit(id)));

    GateOutcome outcome = gate.apply(fixture.dataSource(), event(id), credit(id));

    assertOneEffect(outcome, Kind.DUPLICATE);
    assertThat(hook.count(GatePoint.ADJUDICATED)).isEqualTo(2);
  }

  @Test
  void aDuplicateKeyThatNoLookUpExplainsExhaustsTheAttempts() {
    fixture.schema.execute("CREATE TABLE one_code (code VARCHAR(32) PRIMARY KEY)");
    fixture.schema.execute("INSERT INTO one_code VALUES ('taken')");
    fixture.schema.execute(
        "CREATE TRIGGER only_once AFTER INSERT ON inbox FOR EACH ROW BEGIN IF NEW.result_code ="
            + " 'taken' THEN INSERT INTO one_code VALUES ('taken'); END IF; END");
    try {
      GateEvent taken =
          GateEvent.of(
              event(id).identity(),
              event(id).eventDay(),
              event(id).payloadHash(),
              Map.of("status", "SUCCEEDED", "result_code", "taken"));

      GateOutcome outcome = gate.apply(fixture.dataSource(), taken, credit(id));

      assertThat(outcome)
          .isInstanceOfSatisfying(
              RetryExhausted.class,
              exhausted -> assertThat(exhausted.lastError()).startsWith("duplicate key: "));
      assertThat(fixture.effects(id)).isZero();
    } finally {
      fixture.schema.execute("DROP TRIGGER only_once");
    }
  }

  @Test
  void aRefusalOfTheGuardIsNamed() {
    fixture.schema.execute(
        "CREATE TRIGGER guard BEFORE INSERT ON inbox FOR EACH ROW SIGNAL SQLSTATE '45000' SET"
            + " MYSQL_ERRNO = 30501, MESSAGE_TEXT = 'Tallykeep gate: day is CLOSED'");
    try {
      assertThat(gate.apply(fixture.dataSource(), event(id), credit(id)))
          .isInstanceOfSatisfying(
              RetryExhausted.class,
              exhausted ->
                  assertThat(exhausted.lastError())
                      .isEqualTo(
                          "guard: Tallykeep gate: day is CLOSED (error 30501, SQLSTATE 45000)"));
    } finally {
      fixture.schema.execute("DROP TRIGGER guard");
    }
  }

  @Test
  void aSessionThatIsKilledIsReplaced() {
    AtomicInteger runs = new AtomicInteger();
    Effect effect =
        connection -> {
          if (runs.incrementAndGet() == 1) {
            fixture.schema.execute("KILL " + session(connection));
          }
          GateFixture.book(connection, id);
          return EffectResult.done();
        };

    assertOneEffect(gate.apply(fixture.dataSource(), event(id), effect), Kind.APPLIED);
    assertThat(runs).hasValue(2);
  }

  @Test
  void aLedgerRowThatVanishesAfterTheLookUpIsNotCovered() {
    hook.once(GatePoint.ADJUDICATED, () -> fixture.schema.execute("DELETE FROM day_ledger"));
    try {
      assertThat(gate.apply(fixture.dataSource(), event(id), credit(id)))
          .isInstanceOfSatisfying(
              Undecidable.class,
              undecidable ->
                  assertThat(undecidable.reason()).isEqualTo(UndecidableReason.NOT_COVERED));
      assertThat(fixture.effects(id)).isZero();
    } finally {
      fixture.ledger(Progress.ONLINE);
    }
  }

  @Test
  void twoGatesThatWaitForEachOthersRowsBothComeThrough() throws Exception {
    CountDownLatch bothInside = new CountDownLatch(2);
    AtomicInteger runs = new AtomicInteger();
    List<CompletableFuture<GateOutcome>> both = new ArrayList<>();
    for (int first : List.of(1, 2)) {
      String event = id + "-" + first;
      both.add(
          CompletableFuture.supplyAsync(
              () ->
                  fixture
                      .gate()
                      .apply(
                          fixture.dataSource(),
                          event(event),
                          connection -> {
                            runs.incrementAndGet();
                            update(connection, first);
                            bothInside.countDown();
                            await(bothInside);
                            update(connection, 3 - first);
                            return EffectResult.done();
                          })));
    }
    for (CompletableFuture<GateOutcome> outcome : both) {
      assertThat(outcome.get(60, TimeUnit.SECONDS)).isInstanceOf(Applied.class);
    }
    assertThat(runs.get()).isGreaterThanOrEqualTo(3);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
