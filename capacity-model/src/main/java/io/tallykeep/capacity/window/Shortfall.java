package io.tallykeep.capacity.window;

/**
 * One configured window that is shorter than it must be. Immutable.
 *
 * @param setting the setting to raise: {@code identity-days}
 * @param configuredDays what it is
 * @param requiredDays the least it must be, more than it is
 * @param reason what asks for that many days, as a clause
 * @param remedy what to do, as a sentence
 */
public record Shortfall(
    String setting, int configuredDays, int requiredDays, String reason, String remedy) {
  /**
   * Checks that it is one.
   *
   * @throws IllegalArgumentException if nothing is missing
   */
  public Shortfall {
    if (configuredDays >= requiredDays) {
      throw new IllegalArgumentException(
          setting
              + " is "
              + configuredDays
              + " and not short of "
              + WholeDays.text(requiredDays)
              + ".");
    }
  }

  /** Days by which the setting is too short, 1 or more. */
  public int missingDays() {
    return requiredDays - configuredDays;
  }

  /** What is too short and by how much, what asks for more, and what to set. */
  public String message() {
    return setting
        + " is "
        + configuredDays
        + ", "
        + WholeDays.text(missingDays())
        + " too short: "
        + reason
        + ". "
        + remedy;
  }
}
