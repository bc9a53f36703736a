package io.tallykeep.jobs.retention;

import java.util.ArrayList;
import java.util.List;

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

  private static final int MAXIMUM_PROVISION_DAYS = 400;

  public Windows {
    List<String> faults = faults(onlineDays, slackDays, holdDays, identityDays, provisionDays);
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join(" ", faults));
    }
  }

  /** Everything that keeps these windows from being used, each as a sentence. */
  public static List<String> faults(
      int onlineDays, int slackDays, int holdDays, int identityDays, int provisionDays) {
    List<String> faults = new ArrayList<>();
    if (slackDays < MINIMUM_SLACK_DAYS) {
      faults.add(
          "slack-days is " + slackDays + ": the guard needs at least " + MINIMUM_SLACK_DAYS + ".");
    }
    if (onlineDays <= slackDays) {
      faults.add(
          "online-days (" + onlineDays + ") must be longer than slack-days (" + slackDays + ").");
    }
    if (holdDays < 0) {
      faults.add("hold-days is " + holdDays + ": it must be 0 or more.");
    }
    if (provisionDays < 1 || provisionDays > MAXIMUM_PROVISION_DAYS) {
      faults.add(
          "provision-days is "
              + provisionDays
              + ": it must be 1 to "
              + MAXIMUM_PROVISION_DAYS
              + ", since a table has room for 8,192 partitions.");
    }
    if (identityDays <= onlineDays) {
      faults.add(
          "identity-days ("
              + identityDays
              + ") must be longer than online-days ("
              + onlineDays
              + "): it counts online and archived days together.");
    }
    return faults;
  }

  /** Days, counted back from the server's date, that the guard's trigger treats as young. */
  public int youngDays() {
    return onlineDays - slackDays;
  }
}
