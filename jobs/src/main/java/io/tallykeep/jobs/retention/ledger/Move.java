package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.ledger.LedgerTransitions.LastLook;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One transition being made: what it compares, what it sets. For one use by one thread. */
final class Move {
  /** MySQL assigns from left to right: what is compared goes last. */
  private static final String CLEAR_DEFERRED =
      ", attention_reason = IF(attention = 'DEFERRED', NULL, attention_reason),"
          + " attention_nights = IF(attention = 'DEFERRED', 0, attention_nights),"
          + " attention = IF(attention = 'DEFERRED', 'NONE', attention)";

  /** Nights are counted by the day of the last change: this one shall not count as one. */
  static final String KEEP_DEFERRED =
      ", changed_at = IF(attention = 'DEFERRED', changed_at, SYSDATE(6))";

  private final LedgerKey key;
  private final Transition transition;
  private final StringBuilder set = new StringBuilder();
  private final List<@Nullable Object> setValues = new ArrayList<>();
  private final StringBuilder where = new StringBuilder();
  private final List<Object> whereValues = new ArrayList<>();
  private OptionalLong freezeNumber = OptionalLong.empty();
  private Optional<String> runId = Optional.empty();
  private Optional<String> newRunId = Optional.empty();
  private Map<LocalDate, DayProof> proofs = Map.of();
  private final Veto veto;
  private Optional<Beside> beside = Optional.empty();
  private LastLook lastLook = LastLook.NONE;

  /** A row written beside the ledger's, in its transaction. */
  private record Beside(String sql, List<Object> values) {}

  Move(LedgerKey key, Veto veto, Transition transition) {
    this.key = key;
    this.veto = veto;
    this.transition = transition;
  }

  Move setting(String assignments, Object... values) {
    set.append(", ").append(assignments);
    setValues.addAll(List.of(values));
    return this;
  }

  Move onlyWhere(String condition, Object... values) {
    where.append(" AND ").append(condition);
    whereValues.addAll(List.of(values));
    return this;
  }

  Move ofFreeze(FrozenDays frozen) {
    freezeNumber = OptionalLong.of(frozen.freezeNumber());
    return onlyWhere("freeze_number = ?", frozen.freezeNumber());
  }

  Move ofRun(String run) {
    runId = Optional.of(run);
    return onlyWhere("run_id = ?", run);
  }

  Move takenBy(String run) {
    newRunId = Optional.of(run);
    return setting("run_id = ?", run);
  }

  Move alsoPerDay(Map<LocalDate, DayProof> perDay) {
    proofs = perDay;
    return this;
  }

  Move alsoRecording(String sql, Object... values) {
    beside = Optional.of(new Beside(sql, List.of(values)));
    return this;
  }

  Move lookingAgain(LastLook look) {
    lastLook = look;
    return this;
  }

  TransitionOutcome make(Session session, List<LocalDate> days) throws SQLException {
    LedgerTransaction transaction = new LedgerTransaction(session, key);
    return transaction.run(days, rows -> change(session, transaction, days, rows));
  }

  private TransitionOutcome change(
      Session session, LedgerTransaction transaction, List<LocalDate> days, List<LedgerDay> rows)
      throws SQLException {
    if (rows.size() != days.size()) {
      return refused(days, rows, "not every day has a ledger row");
    }
    if (rows.stream().allMatch(this::isDone)) {
      return new TransitionOutcome.Moved(epochOfDone(rows));
    }
    if (!rows.stream().allMatch(this::mayMove)) {
      return refused(days, rows, "they are not all where the change begins");
    }
    List<Objection> vetoes = veto.objections(session.connection(), transition, days);
    if (!vetoes.isEmpty()) {
      return TransitionOutcome.Stopped.by(vetoes);
    }
    long epoch =
        transition.changesEpoch() ? Epoch.next(session, highestEpoch(rows)) : highestEpoch(rows);
    int moved = session.update(update(days), transaction.values(updateValues(epoch), days));
    if (moved != days.size()) {
      return refused(
          days, rows, "only " + moved + " of them meet the condition by the server's own clock");
    }
    for (Map.Entry<LocalDate, DayProof> proof : proofs.entrySet()) {
      record(session, transaction, proof.getKey(), proof.getValue());
    }
    if (beside.isPresent()) {
      session.update(beside.get().sql(), beside.get().values().toArray());
    }
    List<String> objections = lastLook.objections();
    if (!objections.isEmpty()) {
      return refused(days, rows, String.join(" ", objections));
    }
    return new TransitionOutcome.Moved(epoch);
  }

  private boolean isDone(LedgerDay row) {
    boolean sameWork =
        transition == Transition.THAW
            || (row.freezeNumber().equals(freezeNumber) || freezeNumber.isEmpty())
                && (row.runId().equals(runId) || runId.isEmpty());
    return row.progress() == transition.to()
        && sameWork
        && (newRunId.isEmpty() || row.runId().equals(newRunId));
  }

  /** What the call that moved them returned. */
  private long epochOfDone(List<LedgerDay> rows) {
    return transition == Transition.FREEZE
        ? rows.get(0).freezeNumber().orElseThrow()
        : highestEpoch(rows);
  }

  private boolean mayMove(LedgerDay row) {
    return transition.leadsFrom(row.progress())
        && (freezeNumber.isEmpty() || row.freezeNumber().equals(freezeNumber))
        && (runId.isEmpty() || row.runId().equals(runId))
        && (transition.passesQuarantine() || row.attention() != Attention.QUARANTINED);
  }

  private static long highestEpoch(List<LedgerDay> rows) {
    return rows.stream().mapToLong(LedgerDay::epoch).max().orElse(0);
  }

  private String update(List<LocalDate> days) {
    return "UPDATE "
        + key.table()
        + " FORCE INDEX (PRIMARY) SET progress = ?"
        + (transition.changesEpoch() ? ", epoch = ?" : "")
        + (transition.endsDeferral() ? CLEAR_DEFERRED : KEEP_DEFERRED)
        + set
        + " WHERE progress IN ("
        + transition.fromAsSql()
        + ")"
        + (transition.passesQuarantine() ? "" : " AND attention <> 'QUARANTINED'")
        + where
        + " AND "
        + LedgerTransaction.where(days);
  }

  private List<@Nullable Object> updateValues(long epoch) {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(transition.to().name());
    if (transition.changesEpoch()) {
      values.add(epoch);
    }
    values.addAll(setValues);
    values.addAll(whereValues);
    return values;
  }

  private void record(Session session, LedgerTransaction transaction, LocalDate day, DayProof proof)
      throws SQLException {
    List<LocalDate> one = List.of(day);
    session.update(
        "UPDATE "
            + key.table()
            + " FORCE INDEX (PRIMARY) SET row_count = ?, digest = UNHEX(?) WHERE "
            + LedgerTransaction.where(one),
        transaction.values(List.of(proof.rowCount(), proof.digest()), one));
  }

  private TransitionOutcome refused(List<LocalDate> days, List<LedgerDay> rows, String why) {
    String found =
        rows.stream()
            .limit(5)
            .map(
                row ->
                    row.day()
                        + " is "
                        + row.progress()
                        + (row.attention() == Attention.NONE ? "" : " and " + row.attention())
                        + (row.freezeNumber().isPresent()
                            ? ", freeze " + row.freezeNumber().getAsLong()
                            : "")
                        + row.runId().map(id -> ", run " + id).orElse(""))
            .collect(Collectors.joining("; "));
    return new TransitionOutcome.Refused(
        transition
            + " of "
            + key.dataset()
            + "/"
            + key.shard()
            + ", days "
            + days.get(0)
            + " to "
            + days.get(days.size() - 1)
            + ": "
            + why
            + " (found: "
            + found
            + ").");
  }
}
