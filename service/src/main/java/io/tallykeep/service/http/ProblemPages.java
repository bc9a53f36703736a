package io.tallykeep.service.http;

import io.tallykeep.service.metrics.ServiceMetrics;
import io.tallykeep.service.refusal.Refusal;
import io.tallykeep.service.refusal.RefusalCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the HTTP server itself refuses, as a problem document without a stack trace. */
final class ProblemPages extends ErrorHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemPages.class);
  private static final int SERVER_ERRORS = 500;

  /** Set on a request that was HTTP as it should be: what fails after that is our mistake. */
  private static final String REACHED_US = "io.tallykeep.service.reached";

  private final ServiceMetrics metrics;

  ProblemPages(ServiceMetrics metrics) {
    this.metrics = metrics;
  }

  static void reachedUs(Request request) {
    request.setAttribute(REACHED_US, true);
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int status,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    Refusal refusal =
        refusal(
            status >= SERVER_ERRORS && request.getAttribute(REACHED_US) == null
                ? RefusalCode.BAD_REQUEST.status()
                : status);
    if (cause instanceof QuietException) {
      LOG.debug("A client went away.", cause);
    } else if (refusal.code() == RefusalCode.INTERNAL_ERROR) {
      LOG.error("A request failed in a way nobody foresaw.", cause);
    }
    metrics.refused(refusal.code());
    response.setStatus(refusal.code().status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    response.write(true, bytes(refusal), callback);
  }

  private static ByteBuffer bytes(Refusal refusal) {
    return ByteBuffer.wrap(Documents.problem(refusal).getBytes(StandardCharsets.UTF_8));
  }

  private static Refusal refusal(int status) {
    for (RefusalCode code :
        new RefusalCode[] {
          RefusalCode.REQUEST_TIMEOUT,
          RefusalCode.TOO_LARGE,
          RefusalCode.URI_TOO_LONG,
          RefusalCode.HEADER_TOO_LARGE,
          RefusalCode.NOT_FOUND,
          RefusalCode.METHOD_NOT_ALLOWED
        }) {
      if (code.status() == status) {
        return new Refusal(code, "the request breaks a limit of the service.");
      }
    }
    return status >= SERVER_ERRORS
        ? new Refusal(RefusalCode.INTERNAL_ERROR, "a mistake in Tallykeep; the log has it.")
        : new Refusal(RefusalCode.BAD_REQUEST, "this is not HTTP as the service takes it.");
  }
}
