package io.tallykeep.service.http;

import io.tallykeep.service.metrics.ServiceMetrics;
import io.tallykeep.service.refusal.Refusal;
import io.tallykeep.service.refusal.RefusalCode;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * One request and its answer, which is given once: whoever comes second, a timeout or the look-up,
 * says nothing.
 */
final class Exchange {
  static final String REQUEST_ID = "X-Request-Id";
  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";
  private static final int RETRY_SECONDS = 1;
  private static final int RETRY_ELSEWHERE_SECONDS = 5;

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final ServiceMetrics metrics;
  private final AtomicBoolean answered = new AtomicBoolean();

  Exchange(Request request, Response response, Callback callback, ServiceMetrics metrics) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.metrics = metrics;
  }

  Request request() {
    return request;
  }

  Response response() {
    return response;
  }

  Callback callback() {
    return callback;
  }

  /** Takes the right to answer; false if somebody has it. */
  boolean claim() {
    return answered.compareAndSet(false, true);
  }

  boolean isAnswered() {
    return answered.get();
  }

  /** Answers 200 with JSON. */
  void json(String body) {
    answer(200, JSON, body);
  }

  /** Answers with a body. */
  void answer(int status, String mediaType, String body) {
    if (claim()) {
      write(status, mediaType, body);
    }
  }

  /** Answers with a problem document. */
  void refuse(Refusal refusal) {
    if (!claim()) {
      return;
    }
    RefusalCode code = refusal.code();
    metrics.refused(code);
    if (code.isTransient()) {
      response
          .getHeaders()
          .put(
              HttpHeader.RETRY_AFTER,
              code == RefusalCode.STOPPING ? RETRY_ELSEWHERE_SECONDS : RETRY_SECONDS);
    }
    if (code == RefusalCode.UNAUTHORIZED) {
      response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    }
    if (closesConnection(code)) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    write(code.status(), PROBLEM, Documents.problem(refusal));
  }

  void refuse(RefusalCode code, String detail) {
    refuse(new Refusal(code, detail));
  }

  /** Where the rest of the body is better not waited for, or another instance asked. */
  private static boolean closesConnection(RefusalCode code) {
    return switch (code) {
      case STOPPING, TOO_LARGE, REQUEST_TIMEOUT -> true;
      case MALFORMED,
          BAD_REQUEST,
          UNAUTHORIZED,
          NOT_FOUND,
          METHOD_NOT_ALLOWED,
          NOT_ACCEPTABLE,
          URI_TOO_LONG,
          UNSUPPORTED_MEDIA_TYPE,
          DATASET_MISSING,
          DATASET_UNKNOWN,
          BAD_IDENTITY,
          BAD_DAY,
          BAD_HASH,
          BATCH_TOO_LONG,
          RATE_LIMITED,
          HEADER_TOO_LARGE,
          OVERLOADED,
          INTERNAL_ERROR ->
          false;
    };
  }

  private void write(int status, String mediaType, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, mediaType);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    Content.Sink sink = response;
    sink.write(true, java.nio.ByteBuffer.wrap(bytes), callback);
  }
}
