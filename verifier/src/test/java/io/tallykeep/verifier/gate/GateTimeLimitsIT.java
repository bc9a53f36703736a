package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How long a call lasts at most, whatever the effect, the server or the network does. */
class GateTimeLimitsIT {
  private static final AtomicInteger EVENTS = new AtomicInteger();
  private static GateFixture fixture;

  private final String id = "limit-" + EVENTS.incrementAndGet();

  @BeforeAll
  static void create() {
    fixture = GateFixture.create();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private static void execute(Connection on, String sql) throws SQLException {
    try (Statement statement = on.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void assertTimeLimit(GateOutcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            EffectFailed.class, failed -> assertThat(failed.code()).isEqualTo("TIME_LIMIT"));
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
                fixture.dataSource(),
                event(id),
                on -> {
                  GateFixture.book(on, id);
                  Awaitility.await()
                      .pollDelay(Duration.ofMillis(1300))
                      .atMost(Duration.ofSeconds(30))
                      .until(() -> true);
                  return EffectResult.done();
                });

    assertTimeLimit(outcome);
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
                  execute(on, "SELECT SLEEP(60)");
                  return EffectResult.done();
                });

    assertTimeLimit(outcome);
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
                          inside.complete(GateFixture.text(on, "SELECT CONNECTION_ID()"));
                          await(goOn);
                          return EffectResult.done();
                        }));
    String session = inside.get(30, TimeUnit.SECONDS);

    // Its locks, the ledger's among them, are free again although it has not moved.
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(150))
        .until(
            () ->
                fixture.number(
                        "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE"
                            + " trx_mysql_thread_id = "
                            + session)
                    == 0);
    assertThat(fixture.gate().apply(fixture.dataSource(), event(id), credit(id)).kind())
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

  @Test
  void aStatementThatIsCutOffDoesNotGoOnAtTheServer() {
    fixture.schema.execute("CREATE TABLE slow (a INT)");
    fixture.schema.execute(
        "INSERT INTO slow WITH RECURSIVE n AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM n WHERE a"
            + " < 120) SELECT a FROM n");

    GateOutcome outcome =
        hasty()
            .apply(
                fixture.dataSource(),
                event(id),
                on -> {
                  execute(on, "UPDATE slow SET a = SLEEP(0.5)");
                  return EffectResult.done();
                });

    assertTimeLimit(outcome);
    // The minute that the statement wants is far from over.
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                fixture.number(
                        "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE"
                            + " 'UPDATE slow%'")
                    == 0);
  }

  @Test
  void aResultCanNotBeStreamedSinceItsRestWouldBeReadAtTheEnd() {
    GateOutcome outcome =
        fixture
            .gate()
            .apply(
                fixture.dataSource(),
                event(id),
                on -> {
                  try (Statement statement = on.createStatement()) {
                    statement.setFetchSize(Integer.MIN_VALUE);
                  }
                  return EffectResult.done();
                });

    assertThat(outcome)
        .isInstanceOfSatisfying(
            EffectFailed.class, failed -> assertThat(failed.code()).isEqualTo("REFUSED_CALL"));
  }

  /** By the URL of its connection. */
  @Test
  void aResultIsReadWholeAlsoWhereTheConnectionStreams() throws SQLException {
    String streaming =
        fixture.schema.server().jdbcUrl(fixture.schema.name().value())
            + "&defaultFetchSize="
            + Integer.MIN_VALUE;
    try (Connection connection =
        DriverManager.getConnection(
            streaming, fixture.schema.server().user(), fixture.schema.server().password())) {
      GateOutcome outcome =
          fixture
              .gate()
              .apply(
                  connection,
                  event(id),
                  on -> {
                    try (Statement first = on.createStatement();
                        ResultSet open = first.executeQuery("VALUES ROW(1), ROW(2)")) {
                      assertThat(open.next()).isTrue();
                      GateFixture.book(on, id);
                    }
                    return EffectResult.done();
                  });

      assertThat(outcome.kind()).isEqualTo(Kind.APPLIED);
    }
  }

  @Test
  void aServerThatFallsSilentBeforeTheTransactionEndsTheCall() throws Exception {
    try (FaultProxy proxy =
            FaultProxy.inFrontOf(fixture.schema.server().host(), fixture.schema.server().port());
        Connection connection =
            fixture
                .schema
                .through(fixture.schema.server().throughPort(proxy.port()))
                .getConnection()) {
      proxy.delay(Duration.ofSeconds(300));
      CompletableFuture<GateOutcome> call =
          CompletableFuture.supplyAsync(() -> hasty().apply(connection, event(id), credit(id)));

      try {
        assertThat(call.get(60, TimeUnit.SECONDS).kind()).isEqualTo(Kind.RETRY_EXHAUSTED);
      } finally {
        proxy.cut();
      }
    }
  }

  @Test
  void aConflictThatCanNotBeKeptInTimeIsNotTold() throws SQLException {
    ReplayGate gate = fixture.gate();
    gate.apply(fixture.dataSource(), event(id), credit(id));
    GateEvent other = event(id, new byte[32]);
    assertThat(gate.apply(fixture.dataSource(), other, credit(id)).kind()).isEqualTo(Kind.CONFLICT);
    try (Connection holder = fixture.dataSource().getConnection()) {
      holder.setAutoCommit(false);
      execute(holder, "SELECT * FROM gate_conflict FOR UPDATE");

      assertThat(hasty().apply(fixture.dataSource(), other, credit(id)))
          .isInstanceOfSatisfying(
              Undecidable.class,
              undecidable ->
                  assertThat(undecidable.reason()).isEqualTo(UndecidableReason.DATABASE_ERROR));
      holder.rollback();
    }
  }
}
