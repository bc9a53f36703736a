package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.archive.read.ReadStats;
import io.tallykeep.archive.read.ReadStoppedException;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.archive.table.ArchivePoint;
import io.tallykeep.archive.table.ArchiveStorage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers whether an event has been processed, over the online table, the late table and the
 * archive of one dataset. It only reads, keeps no answer, and answers UNDECIDABLE where it can't
 * read or would have to guess.
 *
 * <p>Each look-up runs on a thread and an autocommit connection of its own, so that neither the
 * caller's transaction nor a server that hangs can touch it; the caller gets an answer by the
 * deadline. Thread-safe. Close it once, at the end.
 */
public final class Adjudicator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Adjudicator.class);
  private static final int WAITING_PER_THREAD = 16;
  private static final int IDLE_SECONDS = 30;

  private final Lookups lookups;
  private final ArchiveStorage storage;
  private final VerifierSettings settings;
  private final LookupListener listener;
  private final ThreadPoolExecutor threads;

  /**
   * Opens no connection yet.
   *
   * @param dataSource hands out autocommit connections with the session of {@code MysqlSource} to
   *     the writable primary that holds inbox, late table and control schema, never one of the
   *     caller's transaction; may be a pool
   * @param catalog the archive tables of the control schema
   * @param storage where their files are; closed by whoever opened it
   * @param settings what is looked up, and within which bounds
   * @param listener is told before each read
   */
  public Adjudicator(
      DataSource dataSource,
      ArchiveCatalog catalog,
      ArchiveStorage storage,
      VerifierSettings settings,
      LookupListener listener) {
    this.lookups = new Lookups(dataSource, catalog, settings);
    this.storage = storage;
    this.settings = settings;
    this.listener = listener;
    this.threads =
        new ThreadPoolExecutor(
            settings.threads(),
            settings.threads(),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(settings.threads() * WAITING_PER_THREAD),
            this::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  /** What is looked up, and within which bounds. */
  public VerifierSettings settings() {
    return settings;
  }

  /** What look-ups have read from the object store, those of other datasets included. */
  public ReadStats readStats() {
    return storage.readStats();
  }

  /** Where the archive stood when a look-up last read it anew; empty before the first time. */
  public Optional<ArchivePoint> archive() {
    return lookups.archive();
  }

  /**
   * Looks an event up.
   *
   * @return the answer, at the latest by the deadline
   * @throws IllegalArgumentException if the query is about another dataset
   */
  public Adjudication adjudicate(Query query) {
    if (!query.dataset().equals(settings.dataset().name())) {
      throw new IllegalArgumentException(
          "asked for dataset "
              + query.dataset()
              + ", but this verifier looks up "
              + settings.dataset().name()
              + ".");
    }
    Deadline deadline = new Deadline(settings.deadline());
    LookupTrace trace = new LookupTrace(listener, ReadScope.within(settings.deadline()));
    query.eventDay().ifPresent(trace::eventDay);
    try {
      return await(threads.submit(() -> lookups.run(query, deadline, trace)), deadline, trace);
    } catch (RejectedExecutionException e) {
      return trace.noRow(threads.isShutdown() ? closed() : overloaded());
    }
  }

  /**
   * Looks archived events up on behalf of nobody for a while, so that the first real look-ups find
   * file lists and indexes in memory and compiled code. Does nothing where nothing is archived or a
   * server is away.
   *
   * @param longest for how long; each of its look-ups has the settings' deadline besides
   * @return look-ups that were answered
   * @throws InterruptedException if the thread was interrupted meanwhile
   */
  public int warmUp(Duration longest) throws InterruptedException {
    Deadline deadline = new Deadline(settings.deadline());
    LookupTrace trace = new LookupTrace(LookupListener.NONE, ReadScope.within(settings.deadline()));
    Future<List<Query>> queries = threads.submit(() -> lookups.queriesOfArchive(deadline, trace));
    try {
      return new WarmUp(
              this, queries.get(deadline.remainingMillis(), TimeUnit.MILLISECONDS), longest)
          .run();
    } catch (ExecutionException | TimeoutException e) {
      queries.cancel(true);
      LOG.info("No warm-up of {}: {}", settings.dataset().name(), e.toString());
      return 0;
    }
  }

  /**
   * Takes no further look-ups. Those that wait for a thread answer UNDECIDABLE; those under way are
   * interrupted, and end with an answer of their own or by their deadline.
   */
  @Override
  public void close() {
    for (Runnable waiting : threads.shutdownNow()) {
      if (waiting instanceof Future<?> lookup) {
        lookup.cancel(false);
      }
    }
  }

  private Adjudication await(Future<Adjudication> lookup, Deadline deadline, LookupTrace trace) {
    try {
      return lookup.get(deadline.remainingMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      return trace.noRow(
          e.getCause() instanceof ReadStoppedException stopped
                  && stopped.kind() == ReadStoppedException.Kind.DEADLINE
              ? late(trace, " (" + stopped.getMessage() + ")")
              : failed(e.getCause()));
    } catch (TimeoutException e) {
      lookup.cancel(true);
      return trace.noRow(late(trace, ""));
    } catch (CancellationException e) {
      return trace.noRow(closed());
    } catch (InterruptedException e) {
      lookup.cancel(true);
      Thread.currentThread().interrupt();
      return trace.noRow(
          new Answer.Undecidable(
              UndecidableReason.INTERRUPTED, "the thread that asked was interrupted."));
    }
  }

  private Answer.Undecidable late(LookupTrace trace, String what) {
    return new Answer.Undecidable(
        UndecidableReason.DEADLINE,
        "no answer within "
            + settings.deadline().toMillis()
            + " ms; the look-up was "
            + trace.at()
            + what
            + ". Ask again; where both servers do answer, allow more time"
            + " (tallykeep.lookup.deadline).");
  }

  private static Answer.Undecidable failed(@Nullable Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    Answer.Undecidable answer = Failures.of(failure);
    if (answer.reason() == UndecidableReason.INTERNAL_ERROR) {
      LOG.error("A look-up failed in a way nobody foresaw; it answers UNDECIDABLE.", failure);
    } else {
      LOG.debug("A look-up answers UNDECIDABLE.", failure);
    }
    return answer;
  }

  private static Answer.Undecidable closed() {
    return new Answer.Undecidable(UndecidableReason.INTERRUPTED, "the verifier is closed.");
  }

  private Answer.Undecidable overloaded() {
    return new Answer.Undecidable(
        UndecidableReason.OVERLOADED,
        "the "
            + settings.threads()
            + " look-up threads are taken and their queue is full. Ask again, or give the verifier"
            + " more threads.");
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work, "lookup-" + settings.dataset().name());
    thread.setDaemon(true);
    return thread;
  }
}
