package io.tallykeep.service;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.service.ask.LookupDesk;
import io.tallykeep.service.ask.QueryReader;
import io.tallykeep.service.ask.ServedDatasets;
import io.tallykeep.service.audit.AuditFile;
import io.tallykeep.service.audit.AuditLog;
import io.tallykeep.service.backend.Backend;
import io.tallykeep.service.backend.SessionPool;
import io.tallykeep.service.health.HealthChecks;
import io.tallykeep.service.http.HttpContext;
import io.tallykeep.service.http.HttpEndpoint;
import io.tallykeep.service.metrics.ServiceMetrics;
import io.tallykeep.service.settings.ServiceSettings;
import io.tallykeep.service.traffic.LookupWorkers;
import io.tallykeep.service.traffic.RateLimit;
import io.tallykeep.service.traffic.UnderWay;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.VerifierSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The look-up as a service over HTTP. Runs from {@link #start} to {@link #stop}; thread-safe.
 *
 * <p>It opens no session before one is wanted, so it starts while MySQL or the object store is
 * away, says so, and answers UNDECIDABLE until they are back.
 */
public final class LookupService {
  private static final Logger LOG = LoggerFactory.getLogger(LookupService.class);
  private static final Logger AUDIT = LoggerFactory.getLogger("io.tallykeep.audit");
  private static final int SESSIONS_FOR_HEALTH = 2;

  private final ServiceSettings settings;
  private final SessionPool pool;
  private final Map<String, Adjudicator> adjudicators = new LinkedHashMap<>();
  private final Optional<AuditFile> auditFile;
  private final UnderWay underWay = new UnderWay();
  private final LookupWorkers workers;
  private final HealthChecks health;
  private final HttpEndpoint http;

  private LookupService(
      Backend backend, ServiceSettings settings, Clock clock, Optional<AuditFile> auditFile) {
    this.settings = settings;
    this.auditFile = auditFile;
    int inFlight = settings.traffic().inFlight();
    this.pool = new SessionPool(backend.source(), inFlight + SESSIONS_FOR_HEALTH);
    // Commits want new sessions; look-ups only read through the catalog.
    ArchiveCatalog catalog =
        new ArchiveCatalog(backend.source(), backend.controlSchema(), backend.storage());
    for (Dataset dataset : backend.datasets()) {
      adjudicators.put(
          dataset.name(),
          new Adjudicator(
              pool.dataSource(),
              catalog,
              backend.storage(),
              new VerifierSettings(backend.controlSchema(), dataset, backend.deadline(), inFlight),
              LookupListener.NONE));
    }
    ServedDatasets served = new ServedDatasets(adjudicators);
    ServiceMetrics metrics = new ServiceMetrics();
    this.workers =
        new LookupWorkers(
            settings.traffic(),
            new RateLimit(settings.traffic().ratePerSecond(), System::nanoTime));
    this.health = new HealthChecks(backend, pool.dataSource(), catalog);
    Consumer<String> sink = auditFile.isPresent() ? auditFile.get() : AUDIT::info;
    LookupDesk desk =
        new LookupDesk(
            served,
            List.of(metrics.lookups(), new AuditLog(sink, settings.audit().identity(), clock)));
    register(metrics, backend, served);
    this.http =
        new HttpEndpoint(
            new HttpContext(
                settings,
                desk,
                new QueryReader(served, settings.clients().lookupBytes()),
                workers,
                underWay,
                health,
                metrics));
  }

  private void register(ServiceMetrics metrics, Backend backend, ServedDatasets served) {
    metrics.health(health, served.names());
    metrics.gauge("tallykeep.lookups.running", "Look-ups that run now", workers::running);
    metrics.gauge("tallykeep.lookups.waiting", "Look-ups that wait now", workers::waiting);
    metrics.gauge("tallykeep.requests.running", "Requests under way", underWay::requests);
    metrics.gauge("tallykeep.sessions.open", "Sessions on MySQL", pool::open);
    metrics.gauge("tallykeep.sessions.used", "Sessions on MySQL in use", pool::inUse);
    metrics.reads(backend.storage());
    metrics.counter(
        "tallykeep.object.store.requests",
        "Requests sent to the object store",
        backend.storage(),
        storage -> storage.requests());
    auditFile.ifPresent(
        file ->
            metrics.counter(
                "tallykeep.audit.lost", "Audit lines not written", file, AuditFile::lost));
  }

  /**
   * Warms up, then begins to listen.
   *
   * @param backend what it answers from; its storage is closed by whoever opened it, after the stop
   * @param clock tells the time in the audit log
   * @throws IOException if the address can't be listened on, or the audit log can't be written
   * @throws InterruptedException if the thread was interrupted while warming up
   */
  public static LookupService start(Backend backend, ServiceSettings settings, Clock clock)
      throws IOException, InterruptedException {
    Optional<AuditFile> auditFile =
        settings.audit().file().isPresent()
            ? Optional.of(AuditFile.open(settings.audit().file().get()))
            : Optional.empty();
    LookupService service = new LookupService(backend, settings, clock, auditFile);
    boolean started = false;
    try {
      service.warmUp();
      service.http.start();
      started = true;
      return service;
    } finally {
      if (!started) {
        service.close();
      }
    }
  }

  private void warmUp() throws InterruptedException {
    if (settings.warmUp().isZero()) {
      return;
    }
    for (Adjudicator adjudicator : adjudicators.values()) {
      int lookups = adjudicator.warmUp(settings.warmUp().dividedBy(adjudicators.size()));
      LOG.debug("warmed up with {} look-ups", lookups);
    }
  }

  /** The port it listens on. */
  public int port() {
    return http.port();
  }

  /**
   * Takes no new look-ups, waits for those under way as long as the settings say, then ends.
   *
   * @return whether all that were under way were answered
   */
  public boolean stop() throws InterruptedException {
    try {
      boolean all = underWay.stop(settings.stopWithin());
      if (!all) {
        LOG.warn(
            "{} request(s) were not answered within {} and are cut off.",
            underWay.requests(),
            settings.stopWithin());
      }
      return all;
    } finally {
      close();
    }
  }

  private void close() {
    http.close();
    workers.close();
    adjudicators.values().forEach(Adjudicator::close);
    health.close();
    pool.close();
    if (auditFile.isPresent()) {
      try {
        auditFile.get().close();
      } catch (IOException e) {
        LOG.warn("The audit log could not be closed.", e);
      }
    }
  }
}
