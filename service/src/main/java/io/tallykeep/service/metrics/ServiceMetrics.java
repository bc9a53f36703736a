package io.tallykeep.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tallykeep.archive.table.ArchiveHead;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.service.health.HealthChecks;
import io.tallykeep.service.health.Part;
import io.tallykeep.service.health.PartState;
import io.tallykeep.service.refusal.RefusalCode;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The registry, and the numbers that are read when somebody asks. Thread-safe. */
public final class ServiceMetrics {
  private static final double MILLIS = 1_000.0;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  public ServiceMetrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /** Counts every look-up. */
  public LookupMetrics lookups() {
    return new LookupMetrics(registry);
  }

  /** A number as it is now. */
  public void gauge(String name, String description, Supplier<Number> now) {
    Gauge.builder(name, now).description(description).register(registry);
  }

  /** A count that only grows and is kept elsewhere. */
  public <T> void counter(String name, String description, T kept, ToDoubleFunction<T> count) {
    FunctionCounter.builder(name, kept, count).description(description).register(registry);
  }

  /** What look-ups read from the object store. */
  public void reads(ArchiveStorage storage) {
    ReadMetrics.register(registry, storage);
  }

  /** One request was answered with this status. */
  public void request(String path, int status) {
    Counter.builder("tallykeep.http.requests")
        .description("HTTP requests")
        .tag("path", path)
        .tag("status", String.valueOf(status))
        .register(registry)
        .increment();
  }

  /** One request, or one line of a batch, was refused. */
  public void refused(RefusalCode code) {
    Counter.builder("tallykeep.refused")
        .description("Requests and lines of batches that were not answered")
        .tag("code", code.name())
        .register(registry)
        .increment();
  }

  /** What the health checks know, of the datasets named. */
  public void health(HealthChecks checks, Iterable<String> datasets) {
    for (Part part : Part.values()) {
      Gauge.builder("tallykeep.part.up", () -> up(checks, part))
          .description("1 while this part answers as it should")
          .tag("part", part.field())
          .register(registry);
    }
    for (String dataset : datasets) {
      archive(
          "tallykeep.archive.pointer.sequence",
          "Snapshot sequence of the archive's pointer",
          dataset,
          () -> head(checks, dataset).map(head -> head.pointer().snapshotSequence()));
      archive(
          "tallykeep.archive.pointer.age.seconds",
          "Time since the archive's last commit",
          dataset,
          () -> head(checks, dataset).flatMap(ArchiveHead::age).map(ServiceMetrics::seconds));
      archive(
          "tallykeep.archive.pointer.foreign",
          "1 while somebody else's commit is the archive's head",
          dataset,
          () -> head(checks, dataset).map(head -> head.pointer().isForeign() ? 1 : 0));
    }
  }

  private void archive(
      String name, String description, String dataset, Supplier<Optional<? extends Number>> now) {
    Gauge.builder(name, () -> now.get().map(Number::doubleValue).orElse(Double.NaN))
        .description(description)
        .tag("dataset", dataset)
        .register(registry);
  }

  private static int up(HealthChecks checks, Part part) {
    PartState state = checks.report().parts().get(part);
    return state != null && state.up() ? 1 : 0;
  }

  private static Optional<ArchiveHead> head(HealthChecks checks, String dataset) {
    return Optional.ofNullable(checks.report().heads().get(dataset));
  }

  private static double seconds(Duration age) {
    return age.toMillis() / MILLIS;
  }

  /** All of it, in Prometheus' text format. */
  public String text() {
    return registry.scrape();
  }
}
