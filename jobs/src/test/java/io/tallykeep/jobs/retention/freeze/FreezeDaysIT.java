package io.tallykeep.jobs.retention.freeze;

import static io.tallykeep.jobs.retention.freeze.OutcomeAssertions.deferred;
import static io.tallykeep.jobs.retention.freeze.OutcomeAssertions.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.jobs.retention.ledger.LedgerTransitions;
import io.tallykeep.jobs.retention.ledger.LedgerTransitions.LastLook;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FreezeDaysIT {
  private GuardedTable table;
  private LocalDate day;

  @BeforeEach
  void closeADay() throws SQLException {
    table = GuardedTable.adopted();
    day = table.daysAgo(14);
    table.execute("INSERT INTO operation VALUES ('decided', 'SUCCEEDED'), ('open', 'UNKNOWN')");
    try (TableLock lock = table.lock()) {
      assertThat(new CloseDays(table.definition()).close(lock, GuardedTable.partition(day)))
          .isInstanceOf(DaysOutcome.Done.class);
    }
  }

  private DaysOutcome freeze() throws SQLException {
    try (TableLock lock = table.lock()) {
      return new FreezeDays(table.definition()).freeze(lock, GuardedTable.partition(day));
    }
  }

  private DaysOutcome thaw() throws SQLException {
    try (TableLock lock = table.lock()) {
      return new ThawDays(table.definition()).thaw(lock, GuardedTable.partition(day));
    }
  }

  private void assertProgress(Progress progress) throws SQLException {
    assertThat(table.day(day).progress()).isEqualTo(progress);
  }

  /** Writes a row of the closed day as a write that fires no trigger would. */
  private void writeUnguarded(String sql) throws SQLException {
    table.force(day, "ONLINE");
    table.execute(sql);
    table.force(day, "CLOSED");
  }

  private String row(String event, String status, String operation) {
    return "INSERT INTO inbox (consumer, event_id, event_day, status, operation_id) VALUES ('c', '"
        + event
        + "', '"
        + day
        + "', "
        + status
        + ", "
        + operation
        + ")";
  }

  @Test
  void aFrozenDaysEpochIsTheFreezeNumberAndItsRowsCanNotChange() throws SQLException {
    writeUnguarded(row("done", "'DONE'", "'decided'"));
    long closed = table.day(day).epoch();

    long number = done(freeze());

    assertThat(number).isGreaterThan(closed);
    assertThat(table.day(day).freezeNumber()).hasValue(number);
    assertThat(table.day(day).epoch()).isEqualTo(number);
    assertThatThrownBy(() -> table.execute("UPDATE inbox SET status = 'X'"))
        .hasMessageContaining("Tallykeep gate: day " + day)
        .hasMessageContaining("is FROZEN: can not be changed any more");
    assertThat(done(freeze())).isEqualTo(number);
  }

  @Test
  void aLiveRowKeepsTheDayClosedAndIsNamed() throws SQLException {
    writeUnguarded(row("busy", "'PROCESSING'", "NULL"));

    assertThat(deferred(freeze(), DeferralReason.ROWS_NOT_READY))
        .contains("1 rows not done yet")
        .contains("consumer=c, event_id=0x62757379, event_day=" + day);
    assertProgress(Progress.CLOSED);

    table.execute("UPDATE inbox SET status = 'DONE' WHERE event_id = 'busy'");
    done(freeze());
  }

  @Test
  void aRowWithoutAStateCountsAsLive() throws SQLException {
    writeUnguarded(row("nobody knows", "NULL", "NULL"));

    deferred(freeze(), DeferralReason.ROWS_NOT_READY);
    assertProgress(Progress.CLOSED);
  }

  @Test
  void aMissingOrUndecidedBusinessKeyKeepsTheDayClosed() throws SQLException {
    writeUnguarded(row("a", "'DONE'", "'nowhere'"));
    writeUnguarded(row("b", "'DONE'", "'open'"));

    assertThat(deferred(freeze(), DeferralReason.ROWS_NOT_READY))
        .contains("1 rows whose business key is not online")
        .contains("1 rows whose business key is not decided");
    assertProgress(Progress.CLOSED);
  }

  @Test
  void aFreezeWhoseSecondLookWasCutOffIsLookedAtAgainAndThawed() throws SQLException {
    writeUnguarded(row("busy", "'PROCESSING'", "NULL"));
    PartitionDays days = new PartitionDays(GuardedTable.partition(day), day, day);
    try (Session session = Session.open(table.source())) {
      assertThat(
              new LedgerTransitions(table.ledgerKey())
                  .freeze(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE))
          .isNotNull();
    }
    assertProgress(Progress.FROZEN);

    deferred(freeze(), DeferralReason.ROWS_NOT_READY);

    assertProgress(Progress.CLOSED);
    assertThat(table.day(day).freezeNumber()).isEmpty();
    table.execute("UPDATE inbox SET status = 'DONE'");
  }

  @Test
  void anOnlineDayIsNotFrozen() throws SQLException {
    day = table.daysAgo(13);

    assertThat(deferred(freeze(), DeferralReason.LEDGER_DIFFERS)).contains(day + " ONLINE");
  }

  @Test
  void aThawOpensTheDayForUpdatesAgainAndTheNextFreezeHasANewNumber() throws SQLException {
    writeUnguarded(row("done", "'DONE'", "'decided'"));
    long first = done(freeze());

    long thawed = done(thaw());

    assertProgress(Progress.CLOSED);
    assertThat(thawed).isGreaterThan(first);
    table.execute("UPDATE inbox SET amount = 5");
    assertThatThrownBy(() -> table.insert("new", day)).hasMessageContaining("is CLOSED");
    assertThat(done(thaw())).isEqualTo(thawed);
    assertThat(done(freeze())).isGreaterThan(thawed);
  }

  @Test
  void fromPublishingOnThereIsNoThaw() throws SQLException {
    done(freeze());
    table.force(day, "PUBLISHING");

    assertThat(deferred(thaw(), DeferralReason.LEDGER_DIFFERS)).contains("is PUBLISHING");
    assertProgress(Progress.PUBLISHING);
  }

  @Test
  void aGuardRecreatedAfterTheCloseIsExaminedAndFoundSound() throws SQLException {
    long closed = table.day(day).epoch();
    dropAndInstallTheGuard();
    assertThat(table.day(day).attention()).isEqualTo(Attention.QUARANTINED);
    assertThat(table.day(day).attentionReason())
        .hasValueSatisfying(reason -> assertThat(reason).startsWith("GUARD_GAP: "));
    assertThat(table.day(day).epoch()).isGreaterThan(closed);

    done(freeze());

    assertThat(table.day(day).attention()).isEqualTo(Attention.NONE);
    done(freeze());
  }

  @Test
  void aGapThatLetAnIdentityInTwiceKeepsTheDayQuarantined() throws SQLException {
    table.execute(
        "INSERT INTO "
            + table.dataset().lateTable().quoted()
            + " (consumer, event_id, event_day, status) VALUES ('c', 'twice', '"
            + day
            + "', 'DONE')");
    dropTheGuard();
    table.insert("twice", day);
    table.install();

    assertThat(deferred(freeze(), DeferralReason.GUARD_GAP))
        .contains("both ")
        .contains("hold consumer=c, event_id=0x7477696365")
        .contains("may have had two effects");
    assertProgress(Progress.CLOSED);
    assertThat(table.day(day).attention()).isEqualTo(Attention.QUARANTINED);
    deferred(freeze(), DeferralReason.GUARD_GAP);
  }

  @Test
  void aDayQuarantinedForAnotherReasonStaysSo() throws SQLException {
    table.execute(
        "UPDATE "
            + table.ledger()
            + " SET attention = 'QUARANTINED', attention_reason = 'NOT_AS_PROVEN: look'"
            + " WHERE event_day = '"
            + day
            + "'");
    dropAndInstallTheGuard();

    assertThat(deferred(freeze(), DeferralReason.QUARANTINED)).contains("NOT_AS_PROVEN: look");
  }

  private void dropTheGuard() throws SQLException {
    table.execute("DO SLEEP(0.05)");
    for (String event : new String[] {"insert", "update", "delete"}) {
      table.execute("DROP TRIGGER tallykeep_" + event + "_7_inbox");
    }
  }

  private void dropAndInstallTheGuard() throws SQLException {
    dropTheGuard();
    table.install();
  }
}
