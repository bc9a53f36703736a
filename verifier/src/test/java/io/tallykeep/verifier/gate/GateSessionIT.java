package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.RetryExhausted;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The caller's connection: what is refused, what is bounded, and that it comes back as it came. */
class GateSessionIT {
  private static final String VARIABLES =
      "SELECT CONCAT_WS(',', @@SESSION.wait_timeout, @@SESSION.innodb_lock_wait_timeout,"
          + " @@SESSION.lock_wait_timeout, @@SESSION.transaction_isolation, @@SESSION.autocommit,"
          + " @@SESSION.sql_mode)";
  private static final AtomicInteger EVENTS = new AtomicInteger();
  private static GateFixture fixture;

  private final String id = "session-" + EVENTS.incrementAndGet();
  private ReplayGate gate;
  private Connection connection;

  @BeforeAll
  static void create() {
    fixture = GateFixture.create();
  }

  @BeforeEach
  void openGate() {
    gate = fixture.gate();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @BeforeEach
  void open() throws SQLException {
    connection = fixture.dataSource().getConnection();
  }

  @AfterEach
  void giveBack() throws SQLException {
    connection.close();
  }

  private String text(String sql) throws SQLException {
    return text(connection, sql);
  }

  private static String text(Connection on, String sql) throws SQLException {
    try (Statement statement = on.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Effects that end in every way there is. */
  private List<Effect> endings() {
    return List.of(
        credit(id),
        on -> EffectResult.rejected("NO", "no"),
        on -> EffectResult.stale("old", Map.of()),
        on -> EffectResult.notApplicableYet("something"),
        on -> {
          throw new IllegalStateException("mistake");
        },
        on -> {
          on.commit();
          return EffectResult.done();
        },
        on -> {
          text(on, "SELECT nothing FROM nowhere");
          return EffectResult.done();
        });
  }

  @Test
  void whateverBecomesOfTheEffectTheSessionComesBackAsItWas() throws SQLException {
    execute(
        "SET SESSION wait_timeout = 777, SESSION innodb_lock_wait_timeout = 17, SESSION"
            + " lock_wait_timeout = 19");
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    connection.setNetworkTimeout(Runnable::run, 123_456);
    String before = text(VARIABLES);
    int number = 0;
    for (Effect effect : endings()) {
      gate.apply(connection, event(id + "-" + number++), effect);

      assertThat(text(VARIABLES)).as("ending %s", number).isEqualTo(before);
      assertThat(connection.getNetworkTimeout()).isEqualTo(123_456);
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(
              fixture.number(
                  "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = "
                      + text("SELECT CONNECTION_ID()")))
          .isZero();
    }
  }

  @Test
  void insideTheTransactionReadsAreCommittedAndWaitsAreBounded() throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    List<String> seen = new ArrayList<>();

    gate.apply(
        connection,
        event(id),
        on -> {
          GateFixture.book(on, id);
          seen.add(
              text(
                  on,
                  "SELECT trx_isolation_level FROM information_schema.innodb_trx WHERE"
                      + " trx_mysql_thread_id = CONNECTION_ID()"));
          seen.add(
              text(
                  on,
                  "SELECT CONCAT_WS(',', @@SESSION.wait_timeout,"
                      + " @@SESSION.innodb_lock_wait_timeout, @@SESSION.lock_wait_timeout)"));
          return EffectResult.done();
        });

    assertThat(seen).containsExactly("READ COMMITTED", "11,3,3");
  }

  @Test
  void aConnectionWithAutocommitOffIsRefusedAndItsTransactionLeftAlone() throws SQLException {
    connection.setAutoCommit(false);
    execute("UPDATE account SET version = version + 1 WHERE id = 2");

    assertUnsuitable("autocommit off");
    assertStillInItsTransaction();
  }

  @ParameterizedTest
  @ValueSource(strings = {"START TRANSACTION", "BEGIN"})
  void aConnectionInATransactionThatJdbcDoesNotKnowIsRefusedAndItsTransactionLeftAlone(String begin)
      throws SQLException {
    execute(begin);
    execute("UPDATE account SET version = version + 1 WHERE id = 2");

    assertUnsuitable("in a transaction");
    assertStillInItsTransaction();
  }

  @Test
  void aSessionWhoseAutocommitWasTurnedOffInSqlIsRefused() throws SQLException {
    execute("SET autocommit = 0");
    assertUnsuitable("autocommit off");
    execute("SET autocommit = 1");
  }

  @Test
  void aConnectionInAnXaTransactionIsRefused() throws SQLException {
    execute("XA START '" + id + "'");
    assertUnsuitable("in a transaction");
    execute("XA END '" + id + "'");
    execute("XA ROLLBACK '" + id + "'");
  }

  @Test
  void aSessionThatStoresOtherValuesThanItIsGivenIsRefused() throws SQLException {
    execute("SET SESSION sql_mode = ''");
    assertUnsuitable("not strict");
  }

  @Test
  void aSessionWhoseClockIsADayBackAppliesOnce() throws SQLException {
    execute("SET timestamp = UNIX_TIMESTAMP() - 86400");

    assertThat(gate.apply(connection, event(id), credit(id)).kind()).isEqualTo(Kind.APPLIED);
    assertThat(gate.apply(connection, event(id), credit(id)).kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(fixture.effects(id)).isEqualTo(1);
  }

  @Test
  void aConflictIsNotKeptInACallersTransactionThatMayBeRolledBack() throws SQLException {
    gate.apply(connection, event(id), credit(id));
    execute("BEGIN");

    assertThat(gate.apply(connection, event(id, new byte[32]), credit(id)))
        .isInstanceOfSatisfying(
            Undecidable.class,
            undecidable ->
                assertThat(undecidable.reason()).isEqualTo(UndecidableReason.UNSUITABLE_SESSION));
    execute("ROLLBACK");
    assertThat(gate.apply(connection, event(id, new byte[32]), credit(id)).kind())
        .isEqualTo(Kind.CONFLICT);
  }

  @Test
  void aReadOnlyConnectionIsRefused() throws SQLException {
    connection.setReadOnly(true);
    assertUnsuitable("read-only");
    connection.setReadOnly(false);
  }

  private void assertUnsuitable(String why) {
    assertThat(gate.apply(connection, event(id), credit(id)))
        .isInstanceOfSatisfying(
            Undecidable.class,
            undecidable -> {
              assertThat(undecidable.reason()).isEqualTo(UndecidableReason.UNSUITABLE_SESSION);
              assertThat(undecidable.detail()).contains(why);
            });
    assertThat(fixture.rows(id)).isZero();
  }

  private void assertStillInItsTransaction() throws SQLException {
    long before = fixture.number("SELECT version FROM account WHERE id = 2");
    execute("ROLLBACK");
    assertThat(fixture.number("SELECT version FROM account WHERE id = 2")).isEqualTo(before);
    assertThat(Long.parseLong(text("SELECT version FROM account WHERE id = 2"))).isEqualTo(before);
  }

  private ReplayGate hasty() {
    return fixture.gate(
        new GateSettings(
            fixture.schema.name(),
            fixture.dataset,
            2,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1)),
        GateListener.NONE);
  }

  @Test
  void anEffectThatTakesTooLongBetweenItsStatementsIsRolledBack() {
    GateOutcome outcome =
        hasty()
            .apply(
                connection,
                event(id),
                on -> {
                  GateFixture.book(on, id);
                  Awaitility.await()
                      .pollDelay(Duration.ofMillis(1300))
                      .atMost(Duration.ofSeconds(30))
                      .until(() -> true);
                  return EffectResult.done();
                });

    assertThat(outcome)
        .isInstanceOfSatisfying(
            EffectFailed.class, failed -> assertThat(failed.code()).isEqualTo("TIME_LIMIT"));
    assertThat(fixture.rows(id)).isZero();
    assertThat(fixture.effects(id)).isZero();
  }

  @Test
  void aStatementThatTakesTooLongEndsTheAttempt() {
    long start = System.nanoTime();

    GateOutcome outcome =
        hasty()
            .apply(
                fixture.dataSource(),
                event(id),
                on -> {
                  text(on, "SELECT SLEEP(60)");
                  return EffectResult.done();
                });

    assertThat(outcome).isInstanceOf(RetryExhausted.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(40));
    assertThat(fixture.rows(id)).isZero();
  }

  /** As a process that is stopped in the middle of its effect. */
  @Test
  void aTransactionWhoseClientStopsIsEndedByTheServer() throws Exception {
    CompletableFuture<String> inside = new CompletableFuture<>();
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<GateOutcome> stopped =
        CompletableFuture.supplyAsync(
            () ->
                hasty()
                    .apply(
                        fixture.dataSource(),
                        event(id),
                        on -> {
                          GateFixture.book(on, id);
                          inside.complete(text(on, "SELECT CONNECTION_ID()"));
                          await(goOn);
                          return EffectResult.done();
                        }));
    String session = inside.get(30, TimeUnit.SECONDS);

    // Its locks, the ledger's among them, are free again although it has not moved.
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                fixture.number(
                        "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE"
                            + " trx_mysql_thread_id = "
                            + session)
                    == 0);
    assertThat(gate.apply(fixture.dataSource(), event(id), credit(id)).kind())
        .isEqualTo(Kind.APPLIED);
    goOn.countDown();
    assertThat(stopped.get(60, TimeUnit.SECONDS).kind())
        .isIn(Kind.EFFECT_FAILED, Kind.DUPLICATE, Kind.RETRY_EXHAUSTED);
    assertThat(fixture.effects(id)).isEqualTo(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
