package io.tallykeep.jobs.settings;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.window}: what the identity window must cover, {@code max(upstream redelivery,
 * reconciliation period, downstream confirmation) + margin}. Each part lists its cases by name;
 * where a part is left out, the built-in scenario's cases stand (docs/capacity.md).
 *
 * @param upstreamRedelivery how late an event may be delivered again
 * @param reconciliationPeriod how late reconciling may ask for an event
 * @param downstreamConfirmation how late the other side may confirm or reverse
 * @param margin added on top
 * @param directRedelivery the longest redelivery that reaches consumers without the verifier; the
 *     online window must cover it
 */
public record WindowSettings(
    @DefaultValue Map<String, Duration> upstreamRedelivery,
    @DefaultValue Map<String, Duration> reconciliationPeriod,
    @DefaultValue Map<String, Duration> downstreamConfirmation,
    @Nullable Duration margin,
    @Nullable Duration directRedelivery) {
  public WindowSettings {
    upstreamRedelivery = new LinkedHashMap<>(upstreamRedelivery);
    reconciliationPeriod = new LinkedHashMap<>(reconciliationPeriod);
    downstreamConfirmation = new LinkedHashMap<>(downstreamConfirmation);
  }
}
