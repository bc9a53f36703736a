package io.tallykeep.client;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** A response that is no answer, by its status (docs/service.md lists them). */
final class Problem {
  private static final Pattern SECONDS = Pattern.compile("\\d{1,5}");
  private static final int LONGEST_TEXT = 300;

  private Problem() {}

  /**
   * @param body what came with it, a problem document (RFC 9457) if it is the service's own; empty
   *     if it could not be read
   * @param retryAfter the header's value; seconds count, a date is left alone
   */
  static NoAnswerException of(int status, byte[] body, Optional<String> retryAfter) {
    String what = "The look-up service answered with status " + status + said(body);
    return switch (status) {
      case 401, 403 ->
          new NoAnswerException(NoAnswer.UNAUTHORIZED, what + ". Check the client's token.");
      case 429, 503 ->
          new NoAnswerException(
              NoAnswer.OVERLOADED, what + ". Ask again later.", seconds(retryAfter));
      default -> byClass(status, what);
    };
  }

  private static NoAnswerException byClass(int status, String what) {
    return switch (status / 100) {
      case 4 ->
          new NoAnswerException(NoAnswer.REFUSED, what + ". Mend the question or the address.");
      case 5 ->
          new NoAnswerException(NoAnswer.SERVICE_ERROR, what + ". Look at the service's log.");
      default ->
          new NoAnswerException(
              NoAnswer.NOT_UNDERSTOOD, what + ". Check the service's address; none is followed.");
    };
  }

  private static Optional<Duration> seconds(Optional<String> retryAfter) {
    return retryAfter
        .filter(value -> SECONDS.matcher(value).matches())
        .map(value -> Duration.ofSeconds(Long.parseLong(value)));
  }

  private static String said(byte[] body) {
    try {
      JsonObject problem = JsonObject.parse(body);
      Optional<String> code = problem.text("code");
      Optional<String> detail = problem.text("detail");
      return code.map(text -> ", " + shown(text)).orElse("")
          + detail.map(text -> ": " + shown(text)).orElse("");
    } catch (NoAnswerException e) {
      return "";
    }
  }

  /** Foreign text for a message: short, and in one line. */
  static String shown(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\u2028\u2029]+", " ");
    return line.length() > LONGEST_TEXT ? line.substring(0, LONGEST_TEXT) + "…" : line;
  }
}
