package io.tallykeep.service.http;

import io.tallykeep.service.ask.Asker;
import io.tallykeep.service.health.HealthReport;
import io.tallykeep.service.refusal.RefusalCode;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** All paths. Who asks what is decided here, in this order: path, method, token, media types. */
final class Api extends Handler.Abstract {
  private final HttpContext context;
  private final Connections connections;
  private final SingleLookup single;
  private final BatchLookup batch;
  private final String openApi;

  Api(HttpContext context, Connections connections, BatchLookup batch, String openApi) {
    this.context = context;
    this.connections = connections;
    this.single = new SingleLookup(context);
    this.batch = batch;
    this.openApi = openApi;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    ProblemPages.reachedUs(request);
    connections.began(request);
    Exchange exchange = new Exchange(request, response, callback, context.metrics());
    Optional<Route> route = Route.of(Request.getPathInContext(request));
    String path = route.map(Route::path).orElse("other");
    Request.addCompletionListener(
        request, failure -> context.metrics().request(path, response.getStatus()));
    Optional<String> requestId = requestId(exchange);
    if (requestId.isPresent()) {
      dispatch(exchange, route, requestId.get());
    }
    return true;
  }

  /** The request's own name, echoed; empty if it was refused. */
  private static Optional<String> requestId(Exchange exchange) {
    String id = exchange.request().getHeaders().get(Exchange.REQUEST_ID);
    if (id == null) {
      return Optional.of("");
    }
    if (!id.matches("[A-Za-z0-9-]{1,64}")) {
      exchange.refuse(
          RefusalCode.BAD_REQUEST, Exchange.REQUEST_ID + " must be 1 to 64 of A-Z, a-z, 0-9, -.");
      return Optional.empty();
    }
    exchange.response().getHeaders().put(Exchange.REQUEST_ID, id);
    return Optional.of(id);
  }

  private void dispatch(Exchange exchange, Optional<Route> found, String requestId) {
    if (found.isEmpty()) {
      exchange.refuse(
          RefusalCode.NOT_FOUND, "there is nothing here; /v1/openapi.json says what there is.");
      return;
    }
    Route route = found.get();
    if (!route.takes(exchange.request().getMethod())) {
      exchange.response().getHeaders().put(HttpHeader.ALLOW, route.allow());
      exchange.refuse(RefusalCode.METHOD_NOT_ALLOWED, "this path takes " + route.allow() + ".");
      return;
    }
    Optional<String> token = route.isOpen() ? Optional.of("") : token(exchange);
    if (token.isEmpty()) {
      exchange.refuse(
          RefusalCode.UNAUTHORIZED,
          "send the header Authorization: Bearer TOKEN with a token that is configured here.");
      return;
    }
    MediaTypes types = new MediaTypes(exchange.request().getHeaders());
    if (route.isLookup() && !types.bodyIs(route.mediaType())) {
      exchange.refuse(
          RefusalCode.UNSUPPORTED_MEDIA_TYPE, "send the body as " + route.mediaType() + ".");
      return;
    }
    if (!types.accepts(route.mediaType())) {
      exchange.refuse(RefusalCode.NOT_ACCEPTABLE, "this path answers " + route.mediaType() + ".");
      return;
    }
    answer(exchange, route, new Asker(token.get(), address(exchange), requestId));
  }

  private void answer(Exchange exchange, Route route, Asker asker) {
    switch (route) {
      case SINGLE -> lookup(exchange, () -> single.handle(exchange, asker));
      case BATCH -> lookup(exchange, () -> batch.handle(exchange, asker));
      case OPENAPI -> exchange.json(openApi);
      case LIVE -> exchange.json("{\"status\":\"UP\"}");
      case READY -> ready(exchange);
      case METRICS -> exchange.answer(200, route.mediaType(), context.metrics().text());
    }
  }

  private void lookup(Exchange exchange, Runnable handling) {
    if (!context.underWay().enter()) {
      exchange.refuse(RefusalCode.STOPPING, "the service is stopping. Ask another instance.");
      return;
    }
    Request.addCompletionListener(exchange.request(), failure -> context.underWay().leave());
    handling.run();
  }

  private void ready(Exchange exchange) {
    HealthReport report = context.health().report();
    boolean stopping = context.underWay().isStopping();
    String status = stopping ? "STOPPING" : report.isReady() ? "UP" : "DOWN";
    exchange.answer(
        report.isReady() && !stopping ? 200 : 503,
        Route.READY.mediaType(),
        Documents.health(status, report));
  }

  /** The name of the token that was sent; empty text where none is asked for. */
  private Optional<String> token(Exchange exchange) {
    if (context.settings().tokens().isEmpty()) {
      return Optional.of("");
    }
    String sent = exchange.request().getHeaders().get(HttpHeader.AUTHORIZATION);
    return sent == null ? Optional.empty() : context.settings().tokens().nameOf(sent);
  }

  private static String address(Exchange exchange) {
    return Request.getRemoteAddr(exchange.request());
  }
}
