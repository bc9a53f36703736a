package io.tallykeep.jobs.retention.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.Attention;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class LedgerAttentionIT extends AdoptedLedger {
  @Test
  void quarantineStopsWorkButNotTheRecordOfWhatHasHappened() throws SQLException {
    FrozenDays frozen = freeze();
    moved(ledger.copied(session, frozen, RUN));
    moved(ledger.publishing(session, frozen, RUN));
    LedgerAttention attention = new LedgerAttention(table.ledgerKey());
    moved(attention.quarantine(session, days.days(), "TEST: look"));

    moved(ledger.published(session, frozen, RUN, 5));
    assertThat(refused(ledger.proven(session, frozen, RUN, proofs(days))))
        .contains("and QUARANTINED");
    assertThat(table.day(days.first()).attention()).isEqualTo(Attention.QUARANTINED);

    moved(attention.clear(session, days.days()));
    moved(ledger.proven(session, frozen, RUN, proofs(days)));
  }

  @Test
  void workThatGoesOnClearsADeferral() throws SQLException {
    LedgerAttention attention = new LedgerAttention(table.ledgerKey());
    moved(attention.defer(session, days.days(), "LEDGER_BUSY: later"));
    assertThat(table.day(days.first()).attention()).isEqualTo(Attention.DEFERRED);
    assertThat(table.day(days.first()).attentionReason()).contains("LEDGER_BUSY: later");

    moved(ledger.copied(session, freeze(), RUN));

    assertThat(table.day(days.first()).attention()).isEqualTo(Attention.NONE);
    assertThat(table.day(days.first()).attentionReason()).isEmpty();
  }

  @Test
  void aDayThatIsFrozenAndThawedAgainEveryNightIsPutOffEveryNight() throws SQLException {
    LedgerAttention attention = new LedgerAttention(table.ledgerKey());
    moved(ledger.thaw(session, freeze()));
    moved(attention.defer(session, days.days(), "ROWS_NOT_READY: one"));
    for (int night = 2; night <= 4; night++) {
      session.execute("UPDATE " + table.ledger() + " SET changed_at = changed_at - INTERVAL 1 DAY");
      moved(ledger.thaw(session, freezeAgain()));
      moved(attention.defer(session, days.days(), "ROWS_NOT_READY: one"));
    }
    assertThat(
            DeferredNights.atLeast(session.connection(), table.ledgerKey(), 4).stream()
                .map(DeferredNights.Deferred::day))
        .containsExactlyElementsOf(days.days());
  }

  @Test
  void nightsAreCountedOncePerDateAndAQuarantineStays() throws SQLException {
    LedgerAttention attention = new LedgerAttention(table.ledgerKey());
    String nights =
        "SELECT attention_nights FROM "
            + table.ledger()
            + " WHERE event_day = '"
            + days.first()
            + "'";
    moved(attention.defer(session, days.days(), "A: 1"));
    moved(attention.defer(session, days.days(), "A: 2"));
    assertThat(table.number(nights)).isEqualTo(1);
    session.execute("UPDATE " + table.ledger() + " SET changed_at = changed_at - INTERVAL 1 DAY");
    moved(attention.defer(session, days.days(), "A: 3"));
    assertThat(table.number(nights)).isEqualTo(2);

    moved(attention.quarantine(session, days.days(), "B: look"));
    moved(attention.defer(session, days.days(), "A: 4"));
    assertThat(table.day(days.first()).attentionReason()).contains("B: look");
    moved(attention.quarantine(session, days.days(), "C: another"));
    assertThat(table.day(days.first()).attentionReason()).contains("B: look");
    moved(attention.quarantine(session, days.days(), "B: seen again"));
    assertThat(table.day(days.first()).attentionReason()).contains("B: seen again");
  }

  @Test
  void aReleaseIsOfAllDaysOrOfNone() throws SQLException {
    LedgerAttention attention = new LedgerAttention(table.ledgerKey());
    freeze();
    moved(attention.quarantine(session, days.days(), "GUARD_GAP: look"));
    try (Session other = Session.open(table.source())) {
      other.execute("START TRANSACTION");
      other.query(
          "SELECT event_day FROM " + table.ledger() + " WHERE event_day = ? FOR UPDATE",
          row -> row.getString(1),
          days.last());

      assertThat(attention.release(session, days.days(), "GUARD_GAP"))
          .isInstanceOf(TransitionOutcome.Busy.class);

      assertThat(table.day(days.first()).attention()).isEqualTo(Attention.QUARANTINED);
      other.execute("ROLLBACK");
    }
    session.execute("UPDATE " + table.ledger() + " SET closed_at = closed_at - INTERVAL 1 DAY");
    moved(attention.release(session, days.days(), "GUARD_GAP"));
    assertThat(
            session.number(
                "SELECT COUNT(*) FROM "
                    + table.ledger()
                    + " WHERE attention = 'NONE' AND progress = 'FROZEN'"
                    + " AND closed_at > SYSDATE(6) - INTERVAL 12 HOUR"))
        .as("closed as from now")
        .isEqualTo(days.days().size());
  }
}
