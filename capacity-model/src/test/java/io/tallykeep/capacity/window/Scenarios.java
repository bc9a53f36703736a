package io.tallykeep.capacity.window;

import java.time.Duration;
import java.util.List;

/** Inputs and settings that differ from the built-in scenario in one thing. */
final class Scenarios {
  private Scenarios() {}

  static WindowCase days(String name, long days) {
    return new WindowCase(name, Duration.ofDays(days), "test");
  }

  static WindowInputs of(
      Duration upstream, Duration reconciliation, Duration downstream, Duration margin) {
    return new WindowInputs(
        List.of(new WindowCase("redelivery", upstream, "test")),
        List.of(new WindowCase("statements", reconciliation, "test")),
        List.of(new WindowCase("clearing", downstream, "test")),
        new WindowCase("margin", margin, "test"));
  }

  static WindowInputs seedWithConfirmationAfter(long days) {
    WindowInputs seed = WindowInputs.seed();
    return new WindowInputs(
        seed.upstreamRedelivery(),
        seed.reconciliationPeriod(),
        List.of(days("channel confirmation", days)),
        seed.margin());
  }

  static ConfiguredWindows configured(int onlineDays, int holdDays, int identityDays) {
    return new ConfiguredWindows(
        onlineDays, holdDays, identityDays, List.of(days("stream retention", 7)));
  }
}
