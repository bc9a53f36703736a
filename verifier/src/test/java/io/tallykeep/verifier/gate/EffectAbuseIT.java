package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Effects that try to end, escape or outlive their transaction, on a real server. Whatever they
 * try, nothing of theirs is committed, and the connection comes back usable.
 */
class EffectAbuseIT {
  private static GateFixture fixture;
  private static ReplayGate gate;
  private static final AtomicInteger EVENTS = new AtomicInteger();

  private final String id = "abuse-" + EVENTS.incrementAndGet();

  @BeforeAll
  static void create() {
    fixture = GateFixture.create();
    gate = fixture.gate();
    fixture.schema.execute("CREATE PROCEDURE committing() COMMIT");
    fixture.schema.execute("CREATE TABLE victim (a INT)");
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  /** Something an effect may try. */
  @FunctionalInterface
  interface Abuse {
    void on(Connection connection) throws SQLException;
  }

  private static Arguments abuse(String name, Abuse abuse) {
    return Arguments.of(name, abuse);
  }

  private static Abuse sql(String sql) {
    return connection -> {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    };
  }

  static Stream<Arguments> abuses() {
    return Stream.of(
        abuse("commit", Connection::commit),
        abuse("rollback", Connection::rollback),
        abuse("autocommit", connection -> connection.setAutoCommit(true)),
        abuse("savepoint", Connection::setSavepoint),
        abuse("abort", connection -> connection.abort(Runnable::run)),
        abuse(
            "isolation",
            connection ->
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED)),
        abuse("catalog", connection -> connection.setCatalog("mysql")),
        abuse("schema", connection -> connection.setSchema("mysql")),
        abuse("read only", connection -> connection.setReadOnly(true)),
        abuse("network timeout", connection -> connection.setNetworkTimeout(Runnable::run, 0)),
        abuse("client info", connection -> connection.setClientInfo("a", "b")),
        abuse("unwrap", connection -> connection.unwrap(Connection.class).commit()),
        abuse("call", connection -> connection.prepareCall("{call committing()}").execute()),
        abuse("sql commit", sql("/* fine */ COMMIT")),
        abuse("sql executable comment", sql("/*! COMMIT */")),
        abuse("sql begin", sql("BEGIN")),
        abuse("sql ddl", sql("CREATE TABLE t2 (a INT)")),
        abuse("sql truncate", sql("TRUNCATE TABLE victim")),
        abuse("sql call", sql("CALL committing()")),
        abuse("sql set", sql("SET autocommit = 1")),
        abuse("sql lock tables", sql("LOCK TABLES victim WRITE")),
        abuse("sql two statements", sql("SELECT 1; COMMIT")),
        abuse("sql xa", sql("XA START 'x'")),
        abuse("sql user lock", sql("SELECT GET_LOCK('x', 0)")),
        abuse("prepared", connection -> connection.prepareStatement("COMMIT").execute()),
        abuse(
            "batch",
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.addBatch("COMMIT");
              }
            }),
        abuse(
            "through a statement",
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.getConnection().commit();
              }
            }),
        abuse(
            "through the metadata",
            connection -> connection.getMetaData().getConnection().commit()),
        abuse(
            "through a result",
            connection -> {
              try (Statement statement = connection.createStatement();
                  ResultSet row = statement.executeQuery("SELECT 1")) {
                row.getStatement().getConnection().commit();
              }
            }));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("abuses")
  void isRefusedAndNothingOfItIsCommitted(String name, Abuse abuse) throws SQLException {
    Effect effect =
        connection -> {
          GateFixture.book(connection, id);
          abuse.on(connection);
          return EffectResult.done();
        };

    assertNothingCommitted(EffectFailure.REFUSED_CALL, effect);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("abuses")
  void isRefusedAlsoIfTheEffectSwallowsTheRefusal(String name, Abuse abuse) throws SQLException {
    Effect effect =
        connection -> {
          GateFixture.book(connection, id);
          assertThatThrownBy(() -> abuse.on(connection)).isInstanceOf(SQLException.class);
          return EffectResult.done();
        };

    assertNothingCommitted(EffectFailure.REFUSED_CALL, effect);
  }

  @Test
  void closingTheConnectionDoesNothing() {
    assertThat(
            gate.apply(
                    fixture.dataSource(),
                    event(id),
                    connection -> {
                      connection.close();
                      GateFixture.book(connection, id);
                      connection.close();
                      return EffectResult.done();
                    })
                .kind())
        .isEqualTo(Kind.APPLIED);
    assertThat(fixture.effects(id)).isEqualTo(1);
  }

  @Test
  void aConnectionKeptBeyondTheEffectIsDead() {
    CompletableFuture<Connection> kept = new CompletableFuture<>();
    CompletableFuture<PreparedStatement> keptStatement = new CompletableFuture<>();
    gate.apply(
        fixture.dataSource(),
        event(id),
        connection -> {
          kept.complete(connection);
          keptStatement.complete(
              connection.prepareStatement("INSERT INTO journal VALUES ('kept', 1)"));
          return EffectResult.done();
        });

    assertThatThrownBy(() -> kept.join().createStatement()).hasMessageContaining("is over");
    assertThatThrownBy(() -> keptStatement.join().executeUpdate()).hasMessageContaining("is over");
    assertThat(fixture.effects("kept")).isZero();
  }

  @Test
  void aSwallowedErrorEndsTheAttempt() throws SQLException {
    Effect effect =
        connection -> {
          GateFixture.book(connection, id);
          assertThatThrownBy(() -> sql("INSERT INTO account VALUES (1, 0, 0)").on(connection))
              .isInstanceOf(SQLException.class);
          return EffectResult.done();
        };

    assertNothingCommitted(EffectFailure.DUPLICATE_KEY, effect);
  }

  @Test
  void afterAnErrorNothingMoreIsSent() {
    gate.apply(
        fixture.dataSource(),
        event(id),
        connection -> {
          assertThatThrownBy(() -> sql("SELECT nothing FROM nowhere").on(connection))
              .isInstanceOf(SQLException.class);
          assertThatThrownBy(() -> GateFixture.book(connection, id))
              .hasMessageContaining("an earlier error ended this attempt");
          return EffectResult.done();
        });
    assertThat(fixture.effects(id)).isZero();
  }

  @Test
  void anExceptionOfTheEffectsOwnIsToldAsSuch() throws SQLException {
    assertNothingCommitted(
        EffectFailure.EXCEPTION,
        connection -> {
          GateFixture.book(connection, id);
          throw new IllegalStateException("no such account");
        });
  }

  @Test
  @SuppressWarnings("NullAway")
  void anEffectWithoutAnAnswerHasFailed() throws SQLException {
    assertNothingCommitted(
        EffectFailure.EXCEPTION,
        connection -> {
          GateFixture.book(connection, id);
          return null;
        });
  }

  @Test
  void aGateInsideAnEffectIsRefusedAndEndsBoth() throws SQLException {
    assertNothingCommitted(
        EffectFailure.NESTED_GATE,
        connection -> {
          GateFixture.book(connection, id);
          GateOutcome inner = gate.apply(fixture.dataSource(), event("inner"), credit("inner"));
          assertThat(inner).isInstanceOf(EffectFailed.class);
          return EffectResult.done();
        });
    assertNothingCommitted(
        EffectFailure.NESTED_GATE,
        connection -> {
          gate.apply(connection, event("inner"), credit("inner"));
          return EffectResult.done();
        });
    assertThat(fixture.rows("inner")).isZero();
  }

  @Test
  void aGateOnTheEffectsConnectionIsRefusedFromAnyThread() throws SQLException {
    assertNothingCommitted(
        EffectFailure.NESTED_GATE,
        connection -> {
          CompletableFuture<GateOutcome> inner = new CompletableFuture<>();
          Thread other =
              new Thread(() -> inner.complete(gate.apply(connection, event("i2"), credit("i2"))));
          other.start();
          assertThat(inner.join().kind()).isEqualTo(Kind.EFFECT_FAILED);
          return EffectResult.done();
        });
  }

  /** What a way around the wrapper would do: the savepoint is the second net. */
  @Test
  void aTransactionThatEndedUnseenIsFoundByTheSavepoint() throws SQLException {
    CompletableFuture<Connection> raw = new CompletableFuture<>();
    try (Connection connection = fixture.dataSource().getConnection()) {
      raw.complete(connection);
      for (Abuse abuse : List.<Abuse>of(Connection::commit, Connection::rollback)) {
        GateOutcome outcome =
            gate.apply(
                connection,
                event(id),
                wrapped -> {
                  abuse.on(raw.join());
                  return EffectResult.done(Map.of("result_code", "OK"));
                });
        assertThat(outcome).isInstanceOf(EffectFailed.class);
        assertThat(((EffectFailed) outcome).code()).isEqualTo("TRANSACTION_ENDED");
        // The row that the effect committed behind the gate's back is what a look-up finds.
        fixture.schema.execute("DELETE FROM inbox WHERE event_id = ?", id);
      }
    }
  }

  @Test
  void anEffectThatRemovesOrChangesTheEventsRowIsRolledBack() throws SQLException {
    for (String change :
        List.of(
            "DELETE FROM inbox WHERE event_id = '" + id + "'",
            "UPDATE inbox SET event_id = 'other' WHERE event_id = '" + id + "'",
            "UPDATE inbox SET event_day = '" + DAY.plusDays(1) + "' WHERE event_id = '" + id + "'",
            "UPDATE inbox SET payload_hash = REPEAT('x', 32) WHERE event_id = '" + id + "'")) {
      assertNothingCommitted(
          EffectFailure.OWN_ROW_CHANGED,
          connection -> {
            GateFixture.book(connection, id);
            sql(change).on(connection);
            return EffectResult.done();
          });
    }
    assertNothingCommitted(
        EffectFailure.OWN_ROW_CHANGED,
        connection -> EffectResult.done(Map.of("event_id", "another")));
  }

  /** The event's row and the effect are gone, and the connection can carry the event's next try. */
  private void assertNothingCommitted(EffectFailure failure, Effect effect) throws SQLException {
    try (Connection connection = fixture.dataSource().getConnection()) {
      GateOutcome outcome = gate.apply(connection, event(id), effect);

      assertThat(outcome)
          .isInstanceOfSatisfying(
              EffectFailed.class, failed -> assertThat(failed.code()).isEqualTo(failure.name()));
      assertThat(fixture.rows(id)).isZero();
      assertThat(fixture.effects(id)).isZero();
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(connection.isValid(5)).isTrue();
    }
  }
}
