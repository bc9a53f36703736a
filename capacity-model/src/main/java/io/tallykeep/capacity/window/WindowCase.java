package io.tallykeep.capacity.window;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One case in which an event comes back, with how long after its event day that can be.
 *
 * <p>Immutable.
 *
 * @param name what comes back: {@code cross-month reversal}
 * @param length the longest it takes, exact, zero or more, at most {@value #MAX_DAYS} days; a day
 *     is 24 hours
 * @param source where the length comes from: a setting, a contract, a clearing calendar
 */
public record WindowCase(String name, Duration length, String source) {
  /** A longer case is taken for a mistaken unit: one hundred years of 365 days. */
  public static final int MAX_DAYS = 36_500;

  /**
   * Checks one case.
   *
   * @throws IllegalArgumentException if the name or the source is blank, or the length is negative
   *     or over {@value #MAX_DAYS} days
   */
  public WindowCase {
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "a window case (source '"
              + source
              + "') has no name: say what comes back, for example 'cross-month reversal'.");
    }
    if (length.isNegative()) {
      throw new IllegalArgumentException(
          "the window case '"
              + name
              + "' has the negative length "
              + length
              + ": give the longest time after which it comes back, zero or more.");
    }
    if (length.compareTo(Duration.ofDays(MAX_DAYS)) > 0) {
      throw new IllegalArgumentException(
          "the window case '"
              + name
              + "' is "
              + DurationText.of(length)
              + " long, over the limit of "
              + MAX_DAYS
              + " d: check the unit of its length.");
    }
    if (source.isBlank()) {
      throw new IllegalArgumentException(
          "the window case '"
              + name
              + "' has no source: say where its length comes from, for example a setting, a"
              + " contract or a clearing calendar.");
    }
  }

  /** The case in one line: {@code cross-month reversal: 30 d (finance: T+30)}. */
  String line() {
    return name + ": " + DurationText.of(length) + " (" + source + ")";
  }

  /**
   * Copies the cases of one input.
   *
   * @throws IllegalArgumentException if there is none, or two have the same name
   */
  static List<WindowCase> copyOf(String input, List<WindowCase> cases) {
    if (cases.isEmpty()) {
      throw new IllegalArgumentException(
          "the input '"
              + input
              + "' has no case: what is not known is not zero. List its longest case; if nothing"
              + " comes back this way, list a case of zero length whose source says why.");
    }
    Set<String> names = new HashSet<>();
    for (WindowCase each : cases) {
      if (!names.add(each.name())) {
        throw new IllegalArgumentException(
            "the input '"
                + input
                + "' lists the case '"
                + each.name()
                + "' twice: keep the longer one, or name what tells them apart.");
      }
    }
    return List.copyOf(cases);
  }

  /** The longest length among the cases of one input, which are never empty. */
  static Duration longestOf(List<WindowCase> cases) {
    return cases.stream().map(WindowCase::length).reduce(Duration.ZERO, WindowCase::longer);
  }

  /** The longer of two. */
  static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
