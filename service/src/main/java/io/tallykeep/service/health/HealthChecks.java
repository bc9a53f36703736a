package io.tallykeep.service.health;

import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.service.backend.Backend;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the parts when asked, at most once a second and within two seconds, however many ask. A
 * check that hangs is not started again beside itself. Thread-safe; close it once, at the end.
 */
public final class HealthChecks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HealthChecks.class);
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final BackendProbe probe;
  private final ExecutorService threads;
  private final Map<Part, Future<PartState>> running = new EnumMap<>(Part.class);
  private final AtomicReference<@Nullable Taken> last = new AtomicReference<>();

  /** A report and when it was made. */
  private record Taken(HealthReport report, long atNanos) {}

  /**
   * @param sessions to the server that holds inbox and control schema
   */
  public HealthChecks(Backend backend, DataSource sessions, ArchiveCatalog catalog) {
    this.probe =
        new BackendProbe(
            sessions, catalog, backend.storage(), backend.controlSchema(), backend.datasets());
    this.threads =
        Executors.newFixedThreadPool(
            Part.values().length,
            work -> {
              Thread thread = new Thread(work, "health");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** The parts' state, not older than a second. */
  public HealthReport report() {
    Taken taken = last.get();
    if (taken != null && System.nanoTime() - taken.atNanos() < FRESH.toNanos()) {
      return taken.report();
    }
    synchronized (this) {
      Taken meanwhile = last.get();
      if (meanwhile != null && (taken == null || meanwhile.atNanos() != taken.atNanos())) {
        return meanwhile.report();
      }
      HealthReport report = new HealthReport(check(), probe.heads());
      last.set(new Taken(report, System.nanoTime()));
      return report;
    }
  }

  private Map<Part, PartState> check() {
    for (Part part : Part.values()) {
      Future<PartState> before = running.get(part);
      if (before == null || before.isDone()) {
        running.put(part, threads.submit(() -> probe.check(part)));
      }
    }
    long end = System.nanoTime() + PATIENCE.toNanos();
    Map<Part, PartState> states = new EnumMap<>(Part.class);
    running.forEach((part, check) -> states.put(part, await(check, end)));
    return states;
  }

  private static PartState await(Future<PartState> check, long end) {
    try {
      return check.get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return PartState.down("no answer within " + PATIENCE.toSeconds() + " seconds.");
    } catch (ExecutionException e) {
      LOG.error("A health check failed in a way nobody foresaw.", e);
      return PartState.down("the check itself failed; see the log.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return PartState.down("the check was interrupted.");
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
