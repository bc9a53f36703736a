package io.tallykeep.archive.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Runs the steps that fetch and decode a file. Damaged bytes make a decoder fail in any way, with a
 * length that is negative, a position outside an array, a thrift field that is not there; and a
 * store fails in ways of its own. All of it means one thing: the file gives no answer.
 */
final class Decoding {
  private Decoding() {}

  /** One step. */
  @FunctionalInterface
  interface Step<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /**
   * Runs a step.
   *
   * @throws DataFileException if the step fails in any way; keeps the cause
   */
  @SuppressWarnings("IllegalCatch") // The boundary to bytes that nobody vouches for; see above.
  static <T extends @Nullable Object> T step(String path, Step<T> step) {
    try {
      return step.run();
    } catch (DataFileException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw failed(path, e);
    }
  }

  private static DataFileException failed(String path, Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof NotFoundException
          || cause instanceof NoSuchKeyException
          || cause instanceof FileNotFoundException
          || cause instanceof NoSuchFileException) {
        return new DataFileException(
            path, DataFileException.Kind.MISSING, "there is no such object in the store.", e);
      }
    }
    return damaged(path, "can't be read: " + e + ".", e);
  }

  static DataFileException damaged(String path, String what, @Nullable Throwable cause) {
    return new DataFileException(path, DataFileException.Kind.UNREADABLE, what, cause);
  }
}
