package io.tallykeep.client;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * How the service is reached.
 *
 * @param service the service's address, {@code http} or {@code https}; a path is kept
 * @param token sent as {@code Authorization: Bearer}; printed as {@code ***}
 * @param connectTimeout time to connect, part of the next one
 * @param answerTimeout time for one answer, further tries included: after it the answer is
 *     UNDECIDABLE. Longer than the service's own {@code tallykeep.lookup.deadline} (10 s), so that
 *     the service can say why
 * @param tries how often a question is sent at most: again after 429 and 503 as {@code Retry-After}
 *     says, and after a connection that failed
 * @param maxAnswerBytes bytes of one answer at most
 */
public record ClientSettings(
    URI service,
    Optional<String> token,
    Duration connectTimeout,
    Duration answerTimeout,
    int tries,
    int maxAnswerBytes) {
  private static final Duration LONGEST = Duration.ofDays(1);

  /**
   * @throws IllegalArgumentException if a value can't be used; the message names it
   */
  public ClientSettings {
    if (!("http".equals(service.getScheme()) || "https".equals(service.getScheme()))
        || service.getHost() == null
        || service.getRawUserInfo() != null
        || service.getRawQuery() != null
        || service.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "service: give an address like https://verifier.example:8085, http or https, without"
              + " user, query and fragment.");
    }
    if (token.isPresent() && !token.get().matches("[\\x21-\\x7e]+")) {
      throw new IllegalArgumentException(
          "token: visible ASCII characters only, at least one. Look for a line end or a variable"
              + " that was not set.");
    }
    require("connectTimeout", connectTimeout);
    require("answerTimeout", answerTimeout);
    if (tries < 1 || tries > 100) {
      throw new IllegalArgumentException("tries: " + tries + " is not from 1 to 100.");
    }
    if (maxAnswerBytes < 1024 || maxAnswerBytes > 64 << 20) {
      throw new IllegalArgumentException(
          "maxAnswerBytes: " + maxAnswerBytes + " is not from 1 KiB to 64 MiB.");
    }
  }

  /** That service, no token, 2 s to connect, 15 s for an answer, 3 tries, 1 MiB. */
  public static ClientSettings of(URI service) {
    return new ClientSettings(
        service, Optional.empty(), Duration.ofSeconds(2), Duration.ofSeconds(15), 3, 1 << 20);
  }

  public ClientSettings withToken(String value) {
    return new ClientSettings(
        service, Optional.of(value), connectTimeout, answerTimeout, tries, maxAnswerBytes);
  }

  public ClientSettings withConnectTimeout(Duration value) {
    return new ClientSettings(service, token, value, answerTimeout, tries, maxAnswerBytes);
  }

  public ClientSettings withAnswerTimeout(Duration value) {
    return new ClientSettings(service, token, connectTimeout, value, tries, maxAnswerBytes);
  }

  public ClientSettings withTries(int value) {
    return new ClientSettings(service, token, connectTimeout, answerTimeout, value, maxAnswerBytes);
  }

  public ClientSettings withMaxAnswerBytes(int value) {
    return new ClientSettings(service, token, connectTimeout, answerTimeout, tries, value);
  }

  private static void require(String name, Duration value) {
    if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(name + ": " + value + " is not from 1 ms to 1 day.");
    }
  }

  /** Where that path of the API is. */
  URI at(String path) {
    String base = service.toString();
    return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
  }

  @Override
  public String toString() {
    return "ClientSettings[service="
        + service
        + ", token="
        + (token.isPresent() ? "***" : "none")
        + ", connectTimeout="
        + connectTimeout
        + ", answerTimeout="
        + answerTimeout
        + ", tries="
        + tries
        + ", maxAnswerBytes="
        + maxAnswerBytes
        + "]";
  }
}
