package io.tallykeep.jobs.retention;

/**
 * How long a dataset's rows stay where, all in days.
 *
 * @param onlineDays a row stays in MySQL at least this long after its event day
 * @param slackDays the guard calls a day old this much earlier than the online window ends; at
 *     least 3, since the trigger's clock follows the session's zone
 * @param holdDays a proven partition stays online this much longer
 * @param identityDays an event can be looked up this long, online and archived together
 * @param provisionDays partitions are created this far ahead
 */
public record Windows(
    int onlineDays, int slackDays, int holdDays, int identityDays, int provisionDays) {
  public static final int MINIMUM_SLACK_DAYS = 3;

  public Windows {
    if (slackDays < MINIMUM_SLACK_DAYS) {
      throw new IllegalArgumentException(
          "slack-days is " + slackDays + ": the guard needs at least " + MINIMUM_SLACK_DAYS + ".");
    }
    if (onlineDays <= slackDays) {
      throw new IllegalArgumentException(
          "online-days (" + onlineDays + ") must be longer than slack-days (" + slackDays + ").");
    }
    if (holdDays < 0 || provisionDays < 1) {
      throw new IllegalArgumentException("hold-days must be 0 or more, provision-days 1 or more.");
    }
    if (identityDays <= onlineDays) {
      throw new IllegalArgumentException(
          "identity-days ("
              + identityDays
              + ") must be longer than online-days ("
              + onlineDays
              + "): it counts online and archived days together.");
    }
  }

  /** Days, counted back from the server's date, that the guard's trigger treats as young. */
  public int youngDays() {
    return onlineDays - slackDays;
  }
}
