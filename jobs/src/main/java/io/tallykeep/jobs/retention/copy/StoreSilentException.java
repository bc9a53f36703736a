package io.tallykeep.jobs.retention.copy;

import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The object store did not answer, or refused to: nothing is known of the file, neither that it is
 * whole nor that it is damaged. The next run reads it again.
 */
public final class StoreSilentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int NOT_FOUND = 404;
  private static final int NO_SUCH_RANGE = 416;

  public StoreSilentException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Whether a failed read says nothing of the file: the store was not reached or did not serve. */
  public static boolean isBehind(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof S3Exception answer) {
        // What is not there, or shorter than it must be, is an answer.
        return answer.statusCode() != NOT_FOUND && answer.statusCode() != NO_SUCH_RANGE;
      }
      if (cause instanceof SdkException
          || cause instanceof SocketException
          || cause instanceof SocketTimeoutException
          || cause instanceof SSLException
          || isHttpClients(cause)) {
        return true;
      }
    }
    return false;
  }

  /** Such as a body that ended early, which the HTTP client tells with a class of its own. */
  private static boolean isHttpClients(Throwable cause) {
    return cause.getClass().getName().startsWith("org.apache.http.");
  }
}
