package io.tallykeep.jobs.retention.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.jobs.retention.ledger.LedgerTransitions.LastLook;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerTransitionsIT extends AdoptedLedger {
  @Test
  void theWholeWayMovesAllDaysAndNoOther() throws SQLException {
    FrozenDays frozen = freeze();
    moved(ledger.copied(session, frozen, RUN));
    moved(ledger.publishing(session, frozen, RUN));
    moved(ledger.published(session, frozen, RUN, 5));
    moved(ledger.proven(session, frozen, RUN, proofs(days)));
    moved(ledger.held(session, frozen, RUN, table.today()));
    moved(ledger.dropping(session, frozen, RUN));
    moved(ledger.dropped(session, frozen, RUN));

    assertAll(Progress.DROPPED);
    LedgerDay day = table.day(days.first());
    assertThat(day.rowCount()).hasValue(7);
    assertThat(day.digest()).contains(DIGEST);
    assertThat(day.snapshotSequence()).isEqualTo(5);
    assertThat(day.holdUntil()).contains(table.today());
    assertThat(day.freezeNumber()).hasValue(frozen.freezeNumber());
    assertThat(day.epoch()).isEqualTo(frozen.freezeNumber());
    moved(ledger.expired(session, days.days(), LastLook.NONE));
    assertThat(table.day(days.first()).epoch()).isGreaterThan(frozen.freezeNumber());
    assertThat(
            table.number(
                "SELECT COUNT(*) FROM "
                    + table.ledger()
                    + " WHERE closed_at <= frozen_at AND frozen_at <= proven_at"
                    + " AND proven_at <= dropped_at AND dropped_at <= expired_at"))
        .isEqualTo(3);
    assertThat(
            table.number("SELECT COUNT(*) FROM " + table.ledger() + " WHERE progress = 'ONLINE'"))
        .isEqualTo(17);
  }

  @Test
  void eachTransitionMadeAgainIsMovedAlready() throws SQLException {
    long closed = moved(ledger.close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE));
    assertThat(moved(ledger.close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE)))
        .isEqualTo(closed);
    long frozen = moved(ledger.freeze(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE));
    assertThat(moved(ledger.freeze(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE)))
        .isEqualTo(frozen);
    FrozenDays frozenDays = new FrozenDays(days, frozen);
    moved(ledger.copied(session, frozenDays, RUN));
    moved(ledger.copied(session, frozenDays, RUN));
    moved(ledger.publishing(session, frozenDays, RUN));
    moved(ledger.publishing(session, frozenDays, RUN));
    assertAll(Progress.PUBLISHING);
  }

  @Test
  void aStepIsRefusedWhereTheStepBeforeItIsMissing() throws SQLException {
    assertThat(refused(ledger.freeze(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE)))
        .startsWith("FREEZE of inbox/0, days " + days.first() + " to " + days.last())
        .contains(days.first() + " is ONLINE");
    FrozenDays frozen = freeze();
    refused(ledger.publishing(session, frozen, RUN));
    refused(ledger.dropping(session, frozen, RUN));
    assertAll(Progress.FROZEN);
  }

  @Test
  void oneDayElsewhereStopsAllOfThem() throws SQLException {
    table.force(table.daysAgo(14), "CLOSED");

    assertThat(refused(ledger.close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE)))
        .contains("not all where the change begins");
    assertThat(table.day(days.first()).progress()).isEqualTo(Progress.ONLINE);
  }

  @Test
  void aDayWithoutALedgerRowStopsAllOfThem() throws SQLException {
    PartitionDays more = new PartitionDays("p", table.daysAgo(17), table.daysAgo(15));

    assertThat(refused(ledger.close(session, more, GuardedTable.YOUNG_DAYS, LastLook.NONE)))
        .contains("not every day has a ledger row");
    assertThat(table.day(days.first()).progress()).isEqualTo(Progress.ONLINE);
  }

  @Test
  void noCallersDateClosesADayTheServersClockCallsYoung() throws SQLException {
    PartitionDays young = new PartitionDays("p", table.daysAgo(8), table.daysAgo(8));

    assertThat(refused(ledger.close(session, young, GuardedTable.YOUNG_DAYS, LastLook.NONE)))
        .contains("by the server's own clock");
    assertThat(table.day(table.daysAgo(8)).progress()).isEqualTo(Progress.ONLINE);
  }

  @Test
  void anObjectionAtTheLastLookRollsBack() throws SQLException {
    TransitionOutcome outcome =
        ledger.close(session, days, GuardedTable.YOUNG_DAYS, () -> List.of("the guard is gone."));

    assertThat(refused(outcome)).contains("the guard is gone.");
    assertAll(Progress.ONLINE);
  }

  @Test
  void aThawEndsTheFreezeAndEveryCopyOfIt() throws SQLException {
    FrozenDays frozen = freeze();
    moved(ledger.copied(session, frozen, RUN));

    long epoch = moved(ledger.thaw(session, frozen));

    assertThat(epoch).isGreaterThan(frozen.freezeNumber());
    assertAll(Progress.CLOSED);
    assertThat(table.day(days.first()).freezeNumber()).isEmpty();
    assertThat(table.day(days.first()).runId()).isEmpty();
    refused(ledger.copied(session, frozen, RUN));
    refused(ledger.publishing(session, frozen, RUN));
    long again = moved(ledger.freeze(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE));
    assertThat(again).isGreaterThan(epoch);
    assertThat(refused(ledger.copied(session, frozen, RUN))).contains("freeze " + again);
  }

  @Test
  void fromPublishingOnThereIsNoThaw() throws SQLException {
    FrozenDays frozen = freeze();
    moved(ledger.copied(session, frozen, RUN));
    moved(ledger.publishing(session, frozen, RUN));

    refused(ledger.thaw(session, frozen));
    assertAll(Progress.PUBLISHING);
  }

  @Test
  void aLaterCopyTakesOverAndTheEarlierOneCanNotPublish() throws SQLException {
    FrozenDays frozen = freeze();
    moved(ledger.copied(session, frozen, RUN));
    moved(ledger.copied(session, frozen, "run-2"));

    assertThat(refused(ledger.publishing(session, frozen, RUN))).contains("run run-2");
    moved(ledger.publishing(session, frozen, "run-2"));
  }

  @Test
  void theEpochRisesEvenIfTheClockWentBack() throws SQLException {
    long future = 9_000_000_000_000_000L;
    session.execute("UPDATE " + table.ledger() + " SET epoch = " + future);

    assertThat(moved(ledger.close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE)))
        .isEqualTo(future + 1);
    assertThat(moved(ledger.freeze(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE)))
        .isEqualTo(future + 2);
  }

  @Test
  void theEpochIsAtLeastTheMicrosecondsSince1970() throws SQLException {
    long now = table.number("SELECT UNIX_TIMESTAMP(SYSDATE(6)) * 1000000");

    assertThat(moved(ledger.close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE)))
        .isGreaterThanOrEqualTo(now);
  }

  @Test
  void nothingIsDroppedBeforeTheHoldEnds() throws SQLException {
    FrozenDays frozen = freeze();
    moved(ledger.copied(session, frozen, RUN));
    moved(ledger.publishing(session, frozen, RUN));
    moved(ledger.published(session, frozen, RUN, 5));
    moved(ledger.proven(session, frozen, RUN, proofs(days)));
    moved(ledger.held(session, frozen, RUN, table.today().plusDays(1)));

    assertThat(refused(ledger.dropping(session, frozen, RUN)))
        .contains("by the server's own clock");
    assertAll(Progress.HELD);
  }

  @Test
  void everyDayNeedsItsProof() throws SQLException {
    FrozenDays frozen = freeze();
    Map<LocalDate, DayProof> tooFew = Map.of(days.first(), new DayProof(1, DIGEST));

    assertThatThrownBy(() -> ledger.proven(session, frozen, RUN, tooFew))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not of every day");
  }

  @Test
  void theArchivesCommitIsGuardedByFreezeAndRun() throws SQLException {
    FrozenDays frozen = freeze();
    moved(ledger.copied(session, frozen, RUN));
    assertThat(ledger.isPublishing(session.connection(), frozen, RUN)).isFalse();
    moved(ledger.publishing(session, frozen, RUN));

    assertThat(ledger.isPublishing(session.connection(), frozen, RUN)).isTrue();
    assertThat(ledger.isPublishing(session.connection(), frozen, "run-2")).isFalse();
    assertThat(
            ledger.isPublishing(
                session.connection(), new FrozenDays(days, frozen.freezeNumber() - 1), RUN))
        .isFalse();
    try (Connection other = table.source().getConnection();
        Statement statement = other.createStatement()) {
      statement.execute("START TRANSACTION");
      statement.execute("UPDATE " + table.ledger() + " SET attention_nights = 1");
      assertThat(ledger.isPublishing(session.connection(), frozen, RUN)).isFalse();
    }
  }
}
