package io.tallykeep.jobs.retention.attention;

import io.tallykeep.jobs.retention.PartitionView;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.attention.Intervention.Outcome;
import io.tallykeep.jobs.retention.drop.AsProven;
import io.tallykeep.jobs.retention.freeze.DaysOutcome;
import io.tallykeep.jobs.retention.freeze.DeferralReason;
import io.tallykeep.jobs.retention.freeze.GuardWatch;
import io.tallykeep.jobs.retention.freeze.ThawDays;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.guard.GuardGap;
import io.tallykeep.jobs.retention.ledger.LedgerAttention;
import io.tallykeep.jobs.retention.ledger.TransitionOutcome;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.plan.PartitionState;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.throttle.ServerBusyException;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Lifts what stops a partition's work, or thaws it. Progress, proofs and freeze numbers stay as
 * they are, so that every check of the steps to come is made as if nothing had been lifted; what
 * was found different at DROPPING must be equal again first.
 */
final class Stops {
  private final RetentionServers servers;
  private final RetainedDataset retained;
  private final GuardDefinition definition;
  private final LedgerAttention attention;

  Stops(RetentionServers servers, RetainedDataset retained) {
    this.servers = servers;
    this.retained = retained;
    this.definition = servers.guardDefinition(retained);
    this.attention = new LedgerAttention(LedgerKey.of(servers.controlSchema(), retained.dataset()));
  }

  /** Puts the days back to be tried, and checked, again. */
  Outcome retry(TableLock lock, PartitionRows rows) throws SQLException, IOException {
    if (!rows.lost().isEmpty()) {
      return lost(rows);
    }
    if (rows.needing(Attention.NONE).size() == rows.days().size()) {
      return new Outcome.Done("nothing stops it; " + next(rows));
    }
    Optional<Outcome> different = differentAtDropping(lock, rows);
    return different.isPresent()
        ? different.get()
        : cleared(rows, attention.clear(lock.session(), rows.eventDays()), "it is tried again: ");
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
  Outcome release(TableLock lock, PartitionRows rows) throws SQLException, IOException {
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
    }
    Optional<Outcome> different = differentAtDropping(lock, rows);
    return different.isPresent()
        ? different.get()
        : cleared(
            rows,
            attention.release(lock.session(), rows.eventDays(), DeferralReason.GUARD_GAP.name()),
            "its quarantine is ended: ");
  }

  /**
   * DROPPING without attention says that all was found equal, and that the proof may stand in for a
   * partition that is gone. So a quarantine at DROPPING is only lifted while that is so.
   */
  private Optional<Outcome> differentAtDropping(TableLock lock, PartitionRows rows)
      throws SQLException, IOException {
    if (rows.needing(Attention.QUARANTINED).stream()
        .noneMatch(day -> day.progress() == Progress.DROPPING)) {
      return Optional.empty();
    }
    List<String> differences;
    try {
      differences = differences(lock, rows);
    } catch (ServerBusyException e) {
      return Optional.of(new Outcome.NotNow("SERVER_BUSY: " + e.getMessage()));
    }
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Outcome.Refused(
                "its drop was begun, and it is not as proven: "
                    + String.join("; ", differences)
                    + ". Put back what was proven, then run this again; until then look-ups of the"
                    + " days must not trust the archive alone."));
  }

  private List<String> differences(TableLock lock, PartitionRows rows)
      throws SQLException, IOException {
    Session session = lock.session();
    Optional<PartitionState> state;
    try {
      state =
          TableState.read(session.connection(), servers.controlSchema(), retained.dataset())
              .named(rows.name());
    } catch (PartitioningNotSupported e) {
      return List.of(String.valueOf(e.getMessage()));
    }
    Optional<String> runId = state.flatMap(PartitionState::runId);
    return runId.isEmpty()
        ? List.of("its days are not of one run: " + rows.state())
        : new AsProven(
                new PartitionView(servers, retained, session, state.orElseThrow()),
                runId.orElseThrow())
            .differences();
  }

  private static Outcome cleared(PartitionRows rows, TransitionOutcome outcome, String what) {
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
