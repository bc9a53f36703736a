package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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
          + " @@SESSION.sql_mode, @@SESSION.time_zone)";
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
    return GateFixture.text(connection, sql);
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
          GateFixture.text(on, "SELECT nothing FROM nowhere");
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
              GateFixture.text(
                  on,
                  "SELECT trx_isolation_level FROM information_schema.innodb_trx WHERE"
                      + " trx_mysql_thread_id = CONNECTION_ID()"));
          seen.add(
              GateFixture.text(
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
  void aConflictIsNotKeptOnConnectionsThatComeWithAutocommitOff() throws SQLException {
    gate.apply(connection, event(id), credit(id));
    connection.setAutoCommit(false);

    GateOutcome outcome = gate.apply(connection, event(id, new byte[32]), credit(id));

    assertThat(outcome.kind()).isEqualTo(Kind.UNDECIDABLE);
    connection.rollback();
    assertThat(
            fixture.number("SELECT COUNT(*) FROM gate_conflict WHERE identity LIKE '%" + id + "'"))
        .isZero();
  }

  @Test
  void aSessionThatSkipsUniqueChecksIsRefused() throws SQLException {
    execute("SET SESSION unique_checks = 0");
    assertUnsuitable("unique_checks");
  }

  /** Which would hold the row instead, and end with the session. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "inbox",
        "late_inbox",
        "operation",
        "day_ledger",
        "gate_conflict",
        "gate_deferred"
      })
  void aSessionInWhichATemporaryTableHidesOneOfTheGatesIsRefused(String table) throws SQLException {
    execute("CREATE TEMPORARY TABLE shadow SELECT * FROM " + table + " LIMIT 0");
    execute("ALTER TABLE shadow RENAME TO " + table);
    assertUnsuitable("temporary table");
    execute("DROP TEMPORARY TABLE " + table);
    assertThat(gate.apply(connection, event(id), credit(id)).kind()).isEqualTo(Kind.APPLIED);
  }

  @Test
  void aTimeZoneThatAStoredFunctionSetsDoesNotComeBackToTheCaller() throws SQLException {
    fixture.schema.execute(
        "CREATE FUNCTION moving() RETURNS INT NO SQL BEGIN SET SESSION time_zone = '+05:00';"
            + " RETURN 1; END");
    String before = text(VARIABLES);

    GateOutcome outcome =
        gate.apply(
            connection,
            event(id),
            on -> {
              GateFixture.text(on, "SELECT moving()");
              return EffectResult.done();
            });

    assertThat(outcome.kind()).isEqualTo(Kind.APPLIED);
    assertThat(text(VARIABLES)).isEqualTo(before);
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
}
