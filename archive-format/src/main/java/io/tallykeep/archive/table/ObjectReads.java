package io.tallykeep.archive.table;

import io.tallykeep.archive.read.ReadStoppedException;
import io.tallykeep.archive.table.ArchiveReadException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.util.ThreadPools;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Reads metadata objects in parallel, within a bounded time. Whatever goes wrong, of whatever
 * class, comes out as one {@link ArchiveReadException}: a reader that fails in an unforeseen way
 * must not look like one that found nothing.
 */
final class ObjectReads {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private ObjectReads() {}

  /** One read. */
  @FunctionalInterface
  interface Read<T> {
    T run() throws IOException;
  }

  static <T> T one(String what, Callable<T> read) {
    return all(what, List.of(read)).get(0);
  }

  static <T> List<T> all(String what, List<Callable<T>> reads) {
    try {
      List<T> results = new ArrayList<>(reads.size());
      for (Future<T> read :
          ThreadPools.getWorkerPool().invokeAll(reads, LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        results.add(read.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw failed(what, e.getCause());
    } catch (CancellationException e) {
      throw new ArchiveReadException(
          Kind.UNREADABLE, what + " was not read within " + LIMIT.toSeconds() + " s.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ArchiveReadException(Kind.UNREADABLE, what + " was not read: interrupted.", e);
    }
  }

  /**
   * Reads on this thread, for a look-up.
   *
   * @throws io.tallykeep.archive.read.ReadStoppedException if its time is over
   */
  @SuppressWarnings("IllegalCatch") // Iceberg's readers fail in any way on damaged bytes.
  static <T> T here(String what, Read<T> read) {
    try {
      return read.run();
    } catch (ReadStoppedException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw failed(what, e);
    }
  }

  private static ArchiveReadException failed(String what, @Nullable Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof ArchiveReadException known) {
        return known;
      }
      if (at instanceof ReadStoppedException stopped) {
        throw stopped;
      }
      if (at instanceof NotFoundException || at instanceof NoSuchKeyException) {
        return new ArchiveReadException(
            Kind.MISSING,
            what
                + " names an object that is not there ("
                + at.getMessage()
                + "). Nothing may be concluded from it; restore the object or its version.",
            cause);
      }
    }
    return new ArchiveReadException(
        Kind.UNREADABLE, what + " can't be read: " + (cause == null ? "" : cause), cause);
  }
}
