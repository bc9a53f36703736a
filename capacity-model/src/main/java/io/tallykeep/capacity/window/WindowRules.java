package io.tallykeep.capacity.window;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rules of {@link WindowCheck}, each with the words for breaking it. */
final class WindowRules {
  private WindowRules() {}

  static Optional<Shortfall> identityCoversFormula(
      ConfiguredWindows configured, IdentityWindow window) {
    int required = window.identityWindowDays();
    return shortfall(
        "identity-days",
        configured.identityDays(),
        required,
        "the formula asks for " + WholeDays.text(required) + " = " + window.boundBy(),
        "Set identity-days to "
            + required
            + " or more; a shorter window needs a shorter length, with its source, for every input"
            + " named here.");
  }

  static Optional<Shortfall> onlineCoversDirectRedelivery(ConfiguredWindows configured) {
    Duration longest = configured.longestDirectRedelivery();
    int required = WholeDays.holding(longest);
    String cases =
        configured.directRedelivery().stream()
            .filter(each -> each.length().equals(longest))
            .map(each -> "'" + each.name() + "'")
            .collect(Collectors.joining(" and "));
    return shortfall(
        "online-days",
        configured.onlineDays(),
        required,
        "direct redelivery "
            + cases
            + " comes back up to "
            + DurationText.of(longest)
            + " after the event day without passing the verifier, and days in hold do not count"
            + " since a closed day takes no inserts",
        "Set online-days to "
            + required
            + " or more, or send that redelivery through the verifier.");
  }

  static Optional<Shortfall> identityCoversOnlineAndHold(ConfiguredWindows configured) {
    int required = configured.onlineDays() + configured.holdDays();
    return shortfall(
        "identity-days",
        configured.identityDays(),
        required,
        "rows stay online for online-days "
            + configured.onlineDays()
            + " + hold-days "
            + configured.holdDays()
            + " = "
            + WholeDays.text(required)
            + ", and a day expires only after it has left the online table",
        "Set identity-days to " + required + " or more, or lower online-days or hold-days.");
  }

  private static Optional<Shortfall> shortfall(
      String setting, int configuredDays, int requiredDays, String reason, String remedy) {
    return configuredDays >= requiredDays
        ? Optional.empty()
        : Optional.of(new Shortfall(setting, configuredDays, requiredDays, reason, remedy));
  }
}
