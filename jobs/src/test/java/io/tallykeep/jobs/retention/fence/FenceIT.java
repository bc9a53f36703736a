package io.tallykeep.jobs.retention.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.retention.fence.PauseSwitch.TurnTo;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.ledger.Transition;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.jobs.schema.Schemas;
import io.tallykeep.jobs.settings.WorkerSettings;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.Sandbox;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FenceIT {
  private static final WorkerScope SCOPE = new WorkerScope("drop", "inbox", 0);
  private static final WorkerSettings LONG = new WorkerSettings(Duration.ofMinutes(5));
  private static final WorkerSettings SHORT = new WorkerSettings(Duration.ofSeconds(4));

  private Identifier control;
  private DataSource server;

  @BeforeEach
  void migrate() throws SQLException {
    MysqlAddress mysql = Sandbox.shared().mysql();
    control = Identifier.of(Sandbox.shared().newSchema("ctl"));
    server = new MysqlSource(mysql.jdbcUrl(""), mysql.user(), mysql.password()).dataSource();
    Schemas.migrateControl(server, control);
  }

  @Test
  void whoeverTakesTheLeaseLastHasTheHigherNumberAndTheFormerHolderIsTold() throws SQLException {
    try (Fence former = Fence.take(server, control, SCOPE, LONG);
        Session session = Session.open(server)) {
      assertThat(former.objections(session.connection())).isEmpty();

      try (Fence next = Fence.take(server, control, SCOPE, LONG)) {
        assertThat(next.number()).isGreaterThan(former.number());
        assertThat(next.objections(session.connection())).isEmpty();
        assertThat(former.objections(session.connection()))
            .singleElement()
            .satisfies(
                lost -> {
                  assertThat(lost.code()).isEqualTo(Objection.Code.LEASE_LOST);
                  assertThat(lost.text())
                      .contains("lease " + former.number() + " for drop of inbox/0 is lost: lease ")
                      .contains(next.number() + " was taken by process ");
                });
        assertThat(former.objections(session.connection(), Transition.DROP, List.of()))
            .as("what has happened is recorded")
            .isEmpty();
        assertThat(former.objections(session.connection(), Transition.PROVE, List.of()))
            .isNotEmpty();
      }
      session.execute("UPDATE " + lease() + " SET fence_number = fence_number + 7000000000000000");
      try (Fence last = Fence.take(server, control, SCOPE, LONG)) {
        assertThat(last.number())
            .as("never lower than what is on record, whatever the clock says")
            .isGreaterThan(former.number() + 7_000_000_000_000_000L);
      }
    }
  }

  @Test
  void aLeaseThatHasRunOutIsNeverProlonged() throws SQLException {
    try (Fence fence = Fence.take(server, control, SCOPE, SHORT);
        Session session = Session.open(server)) {
      session.execute("UPDATE " + lease() + " SET expires_at = SYSDATE(6) - INTERVAL 1 SECOND");
      await().atMost(Duration.ofSeconds(20)).until(() -> fence.lost().isPresent());
      session.execute("UPDATE " + lease() + " SET expires_at = SYSDATE(6) + INTERVAL 1 HOUR");

      assertThat(fence.objections(session.connection()))
          .extracting(Objection::code)
          .containsExactly(Objection.Code.LEASE_LOST);
    }
  }

  @Test
  void anErrorIsNoEndOfTheHeartbeat() throws SQLException {
    try (Fence fence = Fence.take(server, control, SCOPE, SHORT);
        Session session = Session.open(server)) {
      String first = renewedAt(session);
      await().atMost(Duration.ofSeconds(20)).until(() -> !renewedAt(session).equals(first));
      session.execute("RENAME TABLE " + lease() + " TO " + lease() + "_away");
      session.execute("DO SLEEP(1.5)");
      session.execute("RENAME TABLE " + lease() + "_away TO " + lease());
      String afterwards = renewedAt(session);

      await().atMost(Duration.ofSeconds(20)).until(() -> !renewedAt(session).equals(afterwards));
      assertThat(fence.objections(session.connection())).isEmpty();
    }
  }

  @Test
  void whoPausesWaitsForThoseThatHaveJustLooked() throws Exception {
    PauseSwitch pause = new PauseSwitch(control);
    try (Fence fence = Fence.take(server, control, SCOPE, LONG);
        Session looking = Session.open(server);
        Session pausing = Session.open(server)) {
      pausing.execute("SET SESSION innodb_lock_wait_timeout = 30");
      looking.execute("START TRANSACTION");
      assertThat(fence.objections(looking.connection())).isEmpty();
      Future<Boolean> turned =
          Aside.call(
              () -> {
                pause.turn(pausing, TurnTo.ON, "a doubt", "Ada");
                return true;
              });
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () ->
                  looking.number(
                          "SELECT COUNT(*) FROM performance_schema.data_locks WHERE"
                              + " OBJECT_SCHEMA = ? AND LOCK_STATUS = 'WAITING'",
                          control.value())
                      > 0);
      assertThat(turned.isDone()).isFalse();
      looking.execute("COMMIT");

      assertThat(turned.get()).isTrue();
      assertThat(fence.objections(looking.connection()))
          .singleElement()
          .satisfies(
              paused -> {
                assertThat(paused.code()).isEqualTo(Objection.Code.PAUSED);
                assertThat(paused.text()).contains("by Ada: a doubt.");
              });
      assertThat(fence.leaseObjections(looking.connection())).isEmpty();
      looking.execute("DELETE FROM " + control.quoted() + ".control_switch");
      assertThat(fence.objections(looking.connection()))
          .as("a missing switch counts as on")
          .extracting(Objection::code)
          .containsExactly(Objection.Code.PAUSED);
      pause.turn(pausing, TurnTo.OFF, "over", "Ada");
      assertThat(fence.objections(looking.connection())).isEmpty();
    }
  }

  /** A transaction that holds ledger rows waits for neither row: others wait for those. */
  @Test
  void aLedgerTransactionDoesNotWaitForWhoChangesTheSwitchOrTheLease() throws SQLException {
    try (Fence fence = Fence.take(server, control, SCOPE, LONG);
        Session looking = Session.open(server);
        Session changing = Session.open(server)) {
      for (String change :
          List.of(
              "UPDATE " + control.quoted() + ".control_switch SET reason = 'x'",
              "UPDATE " + lease() + " SET holder = 'x'")) {
        changing.execute("START TRANSACTION");
        changing.execute(change);
        looking.execute("START TRANSACTION");
        for (Callable<List<Objection>> look :
            List.<Callable<List<Objection>>>of(
                () -> fence.objections(looking.connection(), Transition.CLOSE, List.of()),
                () -> fence.objectionsAtOnce(looking.connection()))) {
          assertThatThrownBy(look::call)
              .as(change)
              .isInstanceOfSatisfying(
                  SQLException.class,
                  e -> {
                    assertThat(e.getErrorCode()).as("NOWAIT").isEqualTo(3572);
                    assertThat(MysqlError.isLockFailure(e)).isTrue();
                  });
        }
        looking.execute("ROLLBACK");
        changing.execute("ROLLBACK");
      }
      assertThat(fence.objectionsAtOnce(looking.connection())).isEmpty();
    }
  }

  private String lease() {
    return control.quoted() + ".worker_lease";
  }

  private String renewedAt(Session session) throws SQLException {
    return session
        .first("SELECT CAST(renewed_at AS CHAR) FROM " + lease(), row -> row.getString(1))
        .orElseThrow();
  }
}
