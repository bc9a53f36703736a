package io.tallykeep.jobs.retention.freeze;

import static org.assertj.core.api.Assertions.assertThat;

/** What a test expects of closing, freezing or thawing days. */
final class OutcomeAssertions {
  private OutcomeAssertions() {}

  /** Insists that it was done; returns the epoch. */
  static long done(DaysOutcome outcome) {
    assertThat(outcome).isInstanceOf(DaysOutcome.Done.class);
    return ((DaysOutcome.Done) outcome).epoch();
  }

  /** Insists that it was deferred for this reason; returns the detail. */
  static String deferred(DaysOutcome outcome, DeferralReason reason) {
    assertThat(outcome).isInstanceOf(DaysOutcome.Deferred.class);
    DaysOutcome.Deferred deferred = (DaysOutcome.Deferred) outcome;
    assertThat(deferred.reason()).as(deferred.detail()).isEqualTo(reason);
    return deferred.detail();
  }
}
