package io.tallykeep.jobs.check;

import io.tallykeep.capacity.window.WindowCase;
import io.tallykeep.capacity.window.WindowInputs;
import io.tallykeep.jobs.settings.WindowSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The window formula's inputs as configured; a part left out keeps the built-in scenario's. */
public final class WindowInputsReader {
  private static final String SOURCE = "tallykeep.window";
  private static final Duration STREAM_RETENTION = Duration.ofDays(7);

  private WindowInputsReader() {}

  /**
   * The formula's inputs.
   *
   * @throws IllegalArgumentException if a length is negative or beyond any real window
   */
  public static WindowInputs inputs(WindowSettings settings) {
    WindowInputs seed = WindowInputs.seed();
    return new WindowInputs(
        cases(settings.upstreamRedelivery(), seed.upstreamRedelivery()),
        cases(settings.reconciliationPeriod(), seed.reconciliationPeriod()),
        cases(settings.downstreamConfirmation(), seed.downstreamConfirmation()),
        settings.margin() == null
            ? seed.margin()
            : new WindowCase("margin", settings.margin(), SOURCE + ".margin"));
  }

  /** What the online window must cover: redelivery that reaches consumers past the verifier. */
  public static List<WindowCase> directRedelivery(WindowSettings settings) {
    Duration configured = settings.directRedelivery();
    return List.of(
        configured == null
            ? new WindowCase("stream retention", STREAM_RETENTION, "built-in scenario")
            : new WindowCase("direct redelivery", configured, SOURCE + ".direct-redelivery"));
  }

  private static List<WindowCase> cases(Map<String, Duration> configured, List<WindowCase> seed) {
    if (configured.isEmpty()) {
      return seed;
    }
    return configured.entrySet().stream()
        .map(entry -> new WindowCase(entry.getKey(), entry.getValue(), SOURCE))
        .toList();
  }
}
