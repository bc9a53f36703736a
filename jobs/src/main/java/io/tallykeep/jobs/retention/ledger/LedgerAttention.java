package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/**
 * Sets and clears a day's attention. It stops work and hides nothing from a look-up, so the epoch
 * stays as it is, save where the method says otherwise. Immutable and thread-safe.
 */
public final class LedgerAttention {
  private final LedgerKey key;

  public LedgerAttention(LedgerKey key) {
    this.key = key;
  }

  /**
   * Records that the days' work was put off. Counts nights: once per UTC date of the server. A
   * quarantined day stays quarantined.
   *
   * @param reason a stable code and what stands in the way: {@code OPEN_TRANSACTION: ...}
   */
  public TransitionOutcome defer(Session session, List<LocalDate> days, String reason)
      throws SQLException {
    return set(
        session,
        days,
        "attention_nights = IF(attention = 'DEFERRED',"
            + " attention_nights + (DATE(changed_at) < DATE(SYSDATE())), 1),"
            + " attention = 'DEFERRED', attention_reason = LEFT(?, 2000)",
        "attention <> 'QUARANTINED'",
        List.of(reason));
  }

  /**
   * Records that a person must look before anything destructive goes on. A day that is quarantined
   * already keeps its reason, unless that has the same code.
   *
   * @param reason a stable code and what was found: {@code NOT_AS_PROVEN: ...}
   */
  public TransitionOutcome quarantine(Session session, List<LocalDate> days, String reason)
      throws SQLException {
    return set(
        session,
        days,
        "attention_reason = IF(attention <> 'QUARANTINED' OR SUBSTRING_INDEX(attention_reason, ':',"
            + " 1) = SUBSTRING_INDEX(?, ':', 1), LEFT(?, 2000), attention_reason),"
            + " attention = 'QUARANTINED'",
        "TRUE",
        List.of(reason, reason));
  }

  /**
   * Clears the days' attention, whatever it was: a person has looked, or the work has been done.
   *
   * @return Refused if a day has no row
   */
  public TransitionOutcome clear(Session session, List<LocalDate> days) throws SQLException {
    return set(
        session,
        days,
        "attention = 'NONE', attention_nights = 0, attention_reason = NULL",
        "TRUE",
        List.of());
  }

  /**
   * As {@link #clear}; and those whose reason has this code count as closed from now on. All of the
   * days or none.
   *
   * @param code how such a reason begins
   */
  public TransitionOutcome release(Session session, List<LocalDate> days, String code)
      throws SQLException {
    return set(
        session,
        days,
        "closed_at = IF(attention = 'QUARANTINED' AND attention_reason LIKE CONCAT(?, ':%'),"
            + " SYSDATE(6), closed_at),"
            + " attention = 'NONE', attention_nights = 0, attention_reason = NULL",
        "TRUE",
        List.of(code));
  }

  /**
   * Quarantines a day that is not, and gives it a new epoch: verdicts from before are void.
   *
   * @return whether it is quarantined now; false if its row stayed locked
   */
  public boolean quarantineAnew(Session session, LocalDate day, String reason) throws SQLException {
    return moved(
        set(
            session,
            List.of(day),
            "epoch = "
                + Epoch.after("epoch")
                + ", attention = 'QUARANTINED', attention_reason = LEFT(?, 2000)",
            "attention <> 'QUARANTINED'",
            List.of(reason)));
  }

  /**
   * Clears a quarantine and counts the day as closed from now on.
   *
   * @param code how the quarantine's reason begins; one with another reason is left as it is
   * @return whether the row could be had
   */
  public boolean clearAsClosedNow(Session session, LocalDate day, String code) throws SQLException {
    return moved(
        set(
            session,
            List.of(day),
            "attention = 'NONE', attention_nights = 0, attention_reason = NULL,"
                + " closed_at = SYSDATE(6)",
            "attention = 'QUARANTINED' AND attention_reason LIKE CONCAT(?, ':%')",
            List.of(code)));
  }

  private static boolean moved(TransitionOutcome outcome) {
    return outcome instanceof TransitionOutcome.Moved;
  }

  private TransitionOutcome set(
      Session session, List<LocalDate> days, String assignments, String where, List<String> values)
      throws SQLException {
    LedgerTransaction transaction = new LedgerTransaction(session, key);
    return transaction.run(
        days,
        rows -> {
          if (rows.size() != days.size()) {
            return new TransitionOutcome.Refused(
                "not every day of " + days + " has a ledger row in " + key + ".");
          }
          session.update(
              "UPDATE "
                  + key.table()
                  + " FORCE INDEX (PRIMARY) SET "
                  + assignments
                  + " WHERE "
                  + where
                  + " AND "
                  + LedgerTransaction.where(days),
              transaction.values(values, days));
          return new TransitionOutcome.Moved(
              rows.stream().mapToLong(LedgerDay::epoch).max().orElse(0));
        });
  }
}
