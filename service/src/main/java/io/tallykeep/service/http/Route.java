package io.tallykeep.service.http;

import java.util.Arrays;
import java.util.Optional;

/** The paths there are. */
enum Route {
  SINGLE("/v1/lookups", "application/json"),
  BATCH("/v1/lookups/batch", BatchLookup.NDJSON),
  OPENAPI("/v1/openapi.json", "application/json"),
  LIVE("/health/live", "application/json"),
  READY("/health/ready", "application/json"),
  METRICS("/metrics", "text/plain; version=0.0.4; charset=utf-8");

  private final String path;
  private final String mediaType;

  Route(String path, String mediaType) {
    this.path = path;
    this.mediaType = mediaType;
  }

  static Optional<Route> of(String path) {
    return Arrays.stream(values()).filter(route -> route.path.equals(path)).findFirst();
  }

  String path() {
    return path;
  }

  /** What it answers in, and, for a look-up, what it takes. */
  String mediaType() {
    return mediaType;
  }

  boolean isLookup() {
    return this == SINGLE || this == BATCH;
  }

  /** Whether it needs no token: it tells no more than that something listens, and how it is. */
  boolean isOpen() {
    return this == OPENAPI || this == LIVE || this == READY;
  }

  boolean takes(String method) {
    return isLookup() ? method.equals("POST") : method.equals("GET") || method.equals("HEAD");
  }

  String allow() {
    return isLookup() ? "POST" : "GET, HEAD";
  }
}
