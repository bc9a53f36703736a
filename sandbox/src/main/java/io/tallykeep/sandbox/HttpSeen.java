package io.tallykeep.sandbox;

import java.util.Map;

/**
 * A request that arrived at an {@link HttpFaultProxy}.
 *
 * @param method {@code GET}
 * @param path path and query as sent
 * @param headers by their names in lower case
 */
public record HttpSeen(String method, String path, Map<String, String> headers) {
  public HttpSeen {
    headers = Map.copyOf(headers);
  }

  /** Whether it fetches an object whose path holds this text. */
  public boolean gets(String pathText) {
    return method.equals("GET") && path.contains(pathText);
  }
}
