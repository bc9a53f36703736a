package io.tallykeep.jobs.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.worker}: how soon a worker that is stopped or cut off loses its right to work.
 *
 * @param lease how long a worker's lease lasts without being renewed
 */
public record WorkerSettings(@DefaultValue("60s") Duration lease) {
  private static final int BEATS = 6;

  /** How often a lease is renewed: several times within it. */
  public Duration beat() {
    return lease.dividedBy(BEATS);
  }

  /**
   * How long the session of a lock may be silent before the server ends it: shorter than the lease,
   * so that a stopped worker has lost its locks before it has lost its lease. In whole seconds.
   */
  public Duration silence() {
    return Duration.ofSeconds(Math.max(1, lease.dividedBy(2).toSeconds()));
  }
}
