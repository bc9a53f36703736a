package io.tallykeep.capacity.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Durations for a reader, exact and with units: {@code 29 d 1 h}, {@code 5 min 30 s}. */
final class DurationText {
  private record Unit(String symbol, Duration length) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit("d", Duration.ofDays(1)),
          new Unit("h", Duration.ofHours(1)),
          new Unit("min", Duration.ofMinutes(1)),
          new Unit("s", Duration.ofSeconds(1)),
          new Unit("ms", Duration.ofMillis(1)),
          new Unit("ns", Duration.ofNanos(1)));

  private DurationText() {}

  /** Every unit that is not zero, the largest first; nothing is rounded. Never negative. */
  static String of(Duration duration) {
    if (duration.isZero()) {
      return "0 d";
    }
    List<String> words = new ArrayList<>();
    Duration rest = duration;
    for (Unit unit : UNITS) {
      long count = rest.dividedBy(unit.length());
      if (count > 0) {
        words.add(count + " " + unit.symbol());
        rest = rest.minus(unit.length().multipliedBy(count));
      }
    }
    return String.join(" ", words);
  }
}
