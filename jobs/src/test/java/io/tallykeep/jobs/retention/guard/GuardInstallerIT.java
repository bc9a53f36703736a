package io.tallykeep.jobs.retention.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardInstallerIT {
  private GuardedTable table;

  @BeforeEach
  void createATable() throws SQLException {
    table = GuardedTable.bare(Sandbox.shared());
  }

  private GuardChange install(LocalDate coveredSince) throws SQLException {
    return table.installer().install(Optional.of(coveredSince));
  }

  private static List<String> codes(GuardChange change) {
    assertThat(change).isInstanceOf(GuardChange.Refused.class);
    return ((GuardChange.Refused) change).findings().stream().map(Finding::code).toList();
  }

  private static List<String> codes(GuardStatus status) {
    assertThat(status).isInstanceOf(GuardStatus.Broken.class);
    return ((GuardStatus.Broken) status).findings().stream().map(Finding::code).toList();
  }

  private List<LedgerDay> days() throws SQLException {
    return new DayLedger(table.source(), table.control(), "inbox", 0).days();
  }

  private List<String> triggers() throws SQLException {
    try (Session session = Session.open(table.source())) {
      return session.query(
          "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = ?"
              + " ORDER BY TRIGGER_NAME",
          row -> row.getString(1),
          table.schema().value());
    }
  }

  @Test
  void installCoversEveryDayFromTheFirstToTheEndOfTheLastPartition() throws SQLException {
    Instant before = Instant.ofEpochSecond(table.number("SELECT UNIX_TIMESTAMP(SYSDATE())"));

    GuardChange change = install(table.daysAgo(GuardedTable.OLDEST_DAYS_AGO));

    assertThat(change).isInstanceOf(GuardChange.Changed.class);
    assertThat(days())
        .hasSize(20)
        .allSatisfy(
            day -> {
              assertThat(day.progress()).isEqualTo(Progress.ONLINE);
              assertThat(day.tablePartition()).contains(GuardedTable.partition(day.day()));
              assertThat(day.epoch()).isGreaterThan(1_700_000_000_000_000L);
            });
    assertThat(days().get(0).day()).isEqualTo(table.daysAgo(16));
    assertThat(days().get(19).day()).isEqualTo(table.today().plusDays(3));
    assertThat(table.installer().status())
        .isInstanceOfSatisfying(
            GuardStatus.Healthy.class,
            healthy -> {
              assertThat(healthy.youngDays()).isEqualTo(7);
              assertThat(healthy.newestCreatedAt()).isAfterOrEqualTo(before);
            });
  }

  @Test
  void sentinelsStandAtBothEndsAndAreNoDays() throws SQLException {
    install(table.daysAgo(16));

    assertThat(
            table.number(
                "SELECT COUNT(*) FROM "
                    + table.ledger()
                    + " WHERE progress = 'EXPIRED' AND event_day IN ('1000-01-01', '9999-12-31')"))
        .isEqualTo(2);
  }

  @Test
  void theDryRunPrintsWhatInstallWouldRunAndChangesNothing() throws SQLException {
    List<String> statements = table.installer().dryRunSql(Optional.of(table.daysAgo(16)));

    assertThat(statements.get(0)).startsWith("CREATE TABLE `" + table.control() + "`.`late_inbox`");
    assertThat(statements).filteredOn(sql -> sql.startsWith("CREATE DEFINER")).hasSize(3);
    assertThat(statements).filteredOn(sql -> sql.startsWith("-- the day ledger")).hasSize(20);
    assertThat(table.installer().status()).isEqualTo(new GuardStatus.Absent());
    assertThat(days()).isEmpty();

    install(table.daysAgo(16));
    assertThat(table.installer().dryRunSql(Optional.empty())).isEmpty();
  }

  @Test
  void installingAHealthyGuardAgainDoesNothing() throws SQLException {
    install(table.daysAgo(16));
    GuardStatus before = table.installer().status();
    List<LedgerDay> days = days();

    assertThat(table.installer().install(Optional.empty())).isEqualTo(new GuardChange.Unchanged());
    assertThat(install(table.daysAgo(16))).isEqualTo(new GuardChange.Unchanged());
    assertThat(table.installer().status()).isEqualTo(before);
    assertThat(days()).isEqualTo(days);
  }

  @Test
  void anInterruptedInstallIsCompleted() throws SQLException {
    install(table.daysAgo(16));
    table.execute("DROP TRIGGER tallykeep_delete_7_inbox");
    assertThat(codes(table.installer().status())).containsExactly("GUARD_ALTERED");

    assertThat(table.installer().install(Optional.empty()))
        .isEqualTo(new GuardChange.Changed(List.of("created trigger tallykeep_delete_7_inbox")));
    assertThat(table.installer().status()).isInstanceOf(GuardStatus.Healthy.class);
  }

  @Test
  void anotherLiteralIsInstalledBesideTheOldOneBeforeThatIsDropped() throws SQLException {
    install(table.daysAgo(16));
    GuardInstaller longer =
        new GuardInstaller(
            table.source(), new GuardDefinition(table.dataset(), table.control(), 12, 3));
    assertThat(longer.status())
        .isInstanceOfSatisfying(
            GuardStatus.Healthy.class, h -> assertThat(h.youngDays()).isEqualTo(7));

    GuardChange change = longer.install(Optional.empty());

    assertThat(((GuardChange.Changed) change).actions())
        .containsExactly(
            "created trigger tallykeep_insert_9_inbox",
            "created trigger tallykeep_update_9_inbox",
            "created trigger tallykeep_delete_9_inbox",
            "dropped trigger tallykeep_insert_7_inbox",
            "dropped trigger tallykeep_update_7_inbox",
            "dropped trigger tallykeep_delete_7_inbox");
    assertThat(longer.status())
        .isInstanceOfSatisfying(
            GuardStatus.Healthy.class, h -> assertThat(h.youngDays()).isEqualTo(9));
  }

  @Test
  void anAlteredTextIsBrokenAndReplaced() throws SQLException {
    install(table.daysAgo(16));
    table.execute("DROP TRIGGER tallykeep_insert_7_inbox");
    table.execute(
        "CREATE TRIGGER tallykeep_insert_7_inbox BEFORE INSERT ON inbox FOR EACH ROW SET @x = 1");

    assertThat(codes(table.installer().status())).containsExactly("GUARD_ALTERED");
    assertThat(table.installer().install(Optional.empty())).isInstanceOf(GuardChange.Changed.class);
    assertThat(table.installer().status()).isInstanceOf(GuardStatus.Healthy.class);
  }

  @Test
  void aTableThatTookTheNameHasNoGuard() throws SQLException {
    install(table.daysAgo(16));
    table.execute("CREATE TABLE inbox_new LIKE inbox");
    table.execute("RENAME TABLE inbox TO inbox_old, inbox_new TO inbox");

    assertThat(table.installer().status()).isEqualTo(new GuardStatus.Absent());
  }

  @Test
  void removeDropsTheTriggersAndKeepsTheLedger() throws SQLException {
    install(table.daysAgo(16));

    assertThat(table.installer().remove()).isInstanceOf(GuardChange.Changed.class);

    assertThat(triggers()).isEmpty();
    assertThat(days()).hasSize(20);
    assertThat(table.installer().remove()).isEqualTo(new GuardChange.Unchanged());
  }

  @Test
  void removeIsRefusedWhileADayIsOnItsWayOut() throws SQLException {
    install(table.daysAgo(16));
    for (Progress progress : Progress.values()) {
      table.force(table.daysAgo(14), progress.name());
      boolean onItsWay =
          progress.isAtLeast(Progress.CLOSED) && !progress.isAtLeast(Progress.DROPPED);
      if (onItsWay) {
        assertThat(codes(table.installer().remove())).containsExactly("DAYS_CLOSED");
      }
    }
    assertThat(triggers()).hasSize(3);
    assertThat(table.installer().remove()).isInstanceOf(GuardChange.Changed.class);
  }

  @Test
  void theTablesLockKeepsASecondInstallOut() throws SQLException {
    try (TableLock lock = table.lock()) {
      assertThat(install(table.daysAgo(16)))
          .isInstanceOfSatisfying(
              GuardChange.Deferred.class,
              deferred -> assertThat(deferred.detail()).contains("is in use by connection "));
      assertThat(lock.session()).isNotNull();
    }
  }

  @Test
  void installingBesideLiveWritersRefusesNoneOfThem() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    Future<Integer> writer =
        Aside.call(
            () -> {
              int rows = 0;
              try (Connection connection = table.application();
                  Statement statement = connection.createStatement()) {
                while (!stop.get()) {
                  LocalDate day = table.daysAgo(rows % 14);
                  rows += statement.executeUpdate(GuardedTable.insertSql("w" + rows, day));
                }
              }
              return rows;
            });

    assertThat(install(table.daysAgo(16))).isInstanceOf(GuardChange.Changed.class);
    table.installer().remove();
    assertThat(table.installer().install(Optional.empty())).isInstanceOf(GuardChange.Changed.class);
    stop.set(true);

    assertThat(writer.get(30, TimeUnit.SECONDS))
        .isPositive()
        .isEqualTo((int) table.number("SELECT COUNT(*) FROM inbox"));
  }

  @Test
  void aTransactionThatKeepsTheTableIsWaitedForAWhileThenNamedAsTheReason() throws SQLException {
    install(table.daysAgo(16));
    try (Connection reader = table.application();
        Statement statement = reader.createStatement();
        TableLock lock = table.lock()) {
      statement.execute("START TRANSACTION");
      statement.execute("SELECT COUNT(*) FROM inbox");

      Optional<String> blocked = new GuardDdl(lock, 1).run("DROP TRIGGER tallykeep_insert_7_inbox");

      assertThat(blocked)
          .hasValueSatisfying(
              why ->
                  assertThat(why)
                      .startsWith("could not get table " + table.table("inbox"))
                      .contains("in 1 tries of 2 s"));
      assertThat(triggers()).hasSize(3);
      statement.execute("ROLLBACK");
      assertThat(new GuardDdl(lock, 1).run("DROP TRIGGER tallykeep_insert_7_inbox")).isEmpty();
    }
  }
}
