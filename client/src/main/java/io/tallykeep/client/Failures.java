package io.tallykeep.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;

/** Names what went wrong on the way to the service and back. */
final class Failures {
  private Failures() {}

  static NoAnswerException of(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof CancellationException) {
      return NoAnswerException.closed();
    }
    if (isOrWraps(cause, SSLException.class)) {
      return no(NoAnswer.TLS, cause, "Check certificate and host name.");
    }
    if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
      return no(NoAnswer.UNREACHABLE, cause, "Check the service and its address.");
    }
    if (cause instanceof HttpTimeoutException) {
      return timeout();
    }
    if (cause instanceof ProtocolException || cause instanceof IllegalArgumentException) {
      return no(NoAnswer.NOT_UNDERSTOOD, cause, "Check the service's address.");
    }
    if (cause instanceof IOException) {
      return no(NoAnswer.CUT, cause, "Ask again.");
    }
    return no(NoAnswer.INTERNAL_ERROR, cause, "Tell Tallykeep's maintainers.");
  }

  static NoAnswerException timeout() {
    return new NoAnswerException(
        NoAnswer.TIMEOUT, "No answer of the look-up service within the time for one. Ask again.");
  }

  private static boolean isOrWraps(Throwable failure, Class<? extends Throwable> type) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 8; depth++) {
      if (type.isInstance(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static NoAnswerException no(NoAnswer code, Throwable cause, String whatToDo) {
    String message = cause.getMessage();
    return new NoAnswerException(
        code,
        "No answer of the look-up service: "
            + cause.getClass().getSimpleName()
            + (message == null ? "" : ", " + message)
            + ". "
            + whatToDo);
  }
}
