package io.tallykeep.service.settings;

import java.time.Duration;

/**
 * How much is looked up at once and at most.
 *
 * @param inFlight look-ups that run at once; as many connections to MySQL are open at most, and a
 *     few more for the health checks
 * @param queue look-ups that may wait for one of those to end
 * @param queueWait one that waited longer is refused
 * @param ratePerSecond look-ups a second, those of batches included, on the average of a second; 0
 *     for no limit
 */
public record TrafficLimits(int inFlight, int queue, Duration queueWait, int ratePerSecond) {
  private static final int MOST_IN_FLIGHT = 512;
  private static final int LONGEST_QUEUE = 10_000;

  public TrafficLimits {
    if (inFlight < 1 || inFlight > MOST_IN_FLIGHT) {
      throw new IllegalArgumentException(
          "in-flight is " + inFlight + ": it must be 1 to " + MOST_IN_FLIGHT + ".");
    }
    if (queue < 1 || queue > LONGEST_QUEUE) {
      throw new IllegalArgumentException(
          "queue is " + queue + ": it must be 1 to " + LONGEST_QUEUE + ".");
    }
    Checks.between("queue-wait", queueWait, Duration.ofMillis(1), Duration.ofMinutes(1));
    if (ratePerSecond < 0) {
      throw new IllegalArgumentException(
          "rate-limit is " + ratePerSecond + ": it can't be negative; 0 is no limit.");
    }
  }
}
