package io.tallykeep.service.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tallykeep.service.ask.Asker;
import io.tallykeep.service.ask.LookupObserver;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Answer;
import io.tallykeep.verifier.lookup.Query;
import java.time.Duration;

/** Counts the answers, the requests they cost and the time they took. Thread-safe. */
public final class LookupMetrics implements LookupObserver {
  private static final double[] REQUESTS = {0.5, 1, 2, 3, 4, 6, 10, 20, 50, 100, 200};
  private static final Duration[] SECONDS = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(20),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(200),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(2),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10)
  };

  private final MeterRegistry registry;

  public LookupMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void answered(Asker asker, Query query, Adjudication adjudication, Duration took) {
    String where = adjudication.where().name();
    Counter.builder("tallykeep.lookups")
        .description("Answered look-ups")
        .tag("dataset", query.dataset())
        .tag("answer", adjudication.answer().kind().name())
        .tag("reason", reason(adjudication.answer()))
        .tag("where", where)
        .register(registry)
        .increment();
    DistributionSummary.builder("tallykeep.lookup.requests")
        .description("Object-store requests of one look-up")
        .tag("where", where)
        .serviceLevelObjectives(REQUESTS)
        .register(registry)
        .record((double) adjudication.requests());
    Timer.builder("tallykeep.lookup")
        .description("Time a look-up took, waiting for a worker not counted")
        .tag("where", where)
        .serviceLevelObjectives(SECONDS)
        .register(registry)
        .record(took);
  }

  private static String reason(Answer answer) {
    return answer instanceof Answer.Undecidable undecidable ? undecidable.reason().name() : "";
  }
}
