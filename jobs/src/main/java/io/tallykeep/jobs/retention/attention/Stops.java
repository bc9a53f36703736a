package io.tallykeep.jobs.retention.attention;

import io.tallykeep.jobs.retention.attention.Intervention.Outcome;
import io.tallykeep.jobs.retention.freeze.DaysOutcome;
import io.tallykeep.jobs.retention.freeze.DeferralReason;
import io.tallykeep.jobs.retention.freeze.GuardWatch;
import io.tallykeep.jobs.retention.freeze.ThawDays;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.guard.GuardGap;
import io.tallykeep.jobs.retention.ledger.LedgerAttention;
import io.tallykeep.jobs.retention.ledger.TransitionOutcome;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.util.List;

/**
 * Lifts what stops a partition's work, or thaws it. Progress, proofs and freeze numbers stay as
 * they are, so that every check of the steps to come is made as if nothing had been lifted.
 */
final class Stops {
  private final GuardDefinition definition;
  private final LedgerAttention attention;

  Stops(GuardDefinition definition, LedgerKey key) {
    this.definition = definition;
    this.attention = new LedgerAttention(key);
  }

  /** Puts the days back to be tried, and checked, again. */
  Outcome retry(TableLock lock, PartitionRows rows) throws SQLException {
    if (!rows.lost().isEmpty()) {
      return lost(rows);
    }
    if (rows.needing(Attention.NONE).size() == rows.days().size()) {
      return new Outcome.Done("nothing stops it; " + next(rows));
    }
    return cleared(lock, rows, "it is tried again: ");
  }

  /** FROZEN or COPIED back to CLOSED. */
  Outcome thaw(TableLock lock, PartitionRows rows) throws SQLException {
    if (!rows.lost().isEmpty()) {
      return lost(rows);
    }
    if (!rows.isAt(Progress.CLOSED, Progress.PUBLISHING)) {
      return new Outcome.Refused(
          "only FROZEN or COPIED days can be thawed. From PUBLISHING on a snapshot of the archive may"
              + " name their rows, before CLOSED there is nothing to thaw. Found: "
              + rows.state());
    }
    DaysOutcome outcome = new ThawDays(definition).thaw(lock, rows.name());
    if (outcome instanceof DaysOutcome.Done done) {
      return new Outcome.Done(
          done.days()
              + " closed, epoch "
              + done.epoch()
              + ": its rows can be updated again. The next 'jobs run archive' freezes it anew, if"
              + " nothing stands in the way.");
    }
    return outcome instanceof DaysOutcome.Deferred deferred
        ? new Outcome.NotNow(deferred.reason() + ": " + deferred.detail())
        : new Outcome.NotNow(((DaysOutcome.Stopped) outcome).detail());
  }

  /** Ends a quarantine: a person has judged what was found. */
  Outcome release(TableLock lock, PartitionRows rows) throws SQLException {
    if (!rows.lost().isEmpty()) {
      return lost(rows);
    }
    if (rows.needing(Attention.QUARANTINED).isEmpty()) {
      return new Outcome.Refused(
          "it is not quarantined ("
              + rows.state()
              + "); 'jobs partition retry' is for what was put"
              + " off.");
    }
    List<LedgerDay> gaps =
        rows.needing(Attention.QUARANTINED).stream()
            .filter(day -> GuardGap.isReason(day.attentionReason().orElse("")))
            .toList();
    if (!gaps.isEmpty()) {
      GuardWatch.Reading guard = new GuardWatch(definition).check(lock, rows.partitionDays());
      if (guard instanceof GuardWatch.Reading.HoldsNot not
          && not.reason() != DeferralReason.GUARD_GAP) {
        return new Outcome.NotNow(
            "a gap of the guard is only over while the guard holds: "
                + not.reason()
                + ": "
                + not.detail());
      }
      for (LedgerDay day : gaps) {
        if (!attention.clearAsClosedNow(
            lock.session(), day.day(), DeferralReason.GUARD_GAP.name())) {
          return new Outcome.NotNow("the ledger row of " + day.day() + " stayed locked.");
        }
      }
    }
    return cleared(lock, rows, "its quarantine is ended: ");
  }

  private Outcome cleared(TableLock lock, PartitionRows rows, String what) throws SQLException {
    TransitionOutcome outcome = attention.clear(lock.session(), rows.eventDays());
    if (outcome instanceof TransitionOutcome.Moved) {
      return new Outcome.Done(what + next(rows));
    }
    return outcome instanceof TransitionOutcome.Busy busy
        ? new Outcome.NotNow(busy.detail())
        : new Outcome.Refused(outcome.toString());
  }

  private static Outcome lost(PartitionRows rows) {
    return new Outcome.Refused(
        "PARTITION_LOST: the table has no partition "
            + rows.name()
            + " for "
            + rows.lost().stream().map(day -> day.day() + " " + day.progress()).toList()
            + ". Nothing but the partition with its rows, under that name, ends this: look-ups of the"
            + " days stay undecidable, never UNSEEN. Put it back, then run 'jobs partition retry "
            + rows.name()
            + "'.");
  }

  /** What happens next to the partition, and what is checked then. */
  static String next(PartitionRows rows) {
    return switch (rows.days().get(0).progress()) {
      case ONLINE -> "'jobs run archive' takes it on when its time has come.";
      case CLOSED, FROZEN, COPIED, PUBLISHING, PUBLISHED, PROVEN ->
          "the next 'jobs run archive' goes on from "
              + rows.days().get(0).progress()
              + ", with all its checks.";
      case HELD, DROPPING ->
          "the next 'jobs run drop' digests its rows in MySQL and looks for its files again; only"
              + " if all is as proven is it dropped.";
      case DROPPED -> "'jobs run expire' takes it when it is beyond the identity window.";
      case EXPIRED -> "nothing is left to do.";
    };
  }
}
