package io.tallykeep.capacity.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How long an identity must be answerable, online and archived together: the longest of the three
 * parts plus the margin. The parts are not added up; they run side by side.
 *
 * <p>Everything is derived from the inputs by exact arithmetic on {@link Duration}. Immutable.
 *
 * @param inputs what the window is derived from
 */
public record IdentityWindow(WindowInputs inputs) {
  static final String FORMULA =
      "max("
          + Arrays.stream(WindowPart.values())
              .map(WindowPart::words)
              .collect(Collectors.joining(", "))
          + ") + margin";

  /** The window that the inputs ask for. */
  public static IdentityWindow of(WindowInputs inputs) {
    return new IdentityWindow(inputs);
  }

  /** The window in whole days of 24 hours, rounded up. */
  public int identityWindowDays() {
    return WholeDays.holding(exact());
  }

  /** The window before rounding. */
  public Duration exact() {
    return longest().plus(margin());
  }

  /** What rounding up to whole days added: zero, or less than a day. */
  public Duration roundedUpBy() {
    return Duration.ofDays(identityWindowDays()).minus(exact());
  }

  /** The margin's length. */
  public Duration margin() {
    return inputs.margin().length();
  }

  /** The length of the longest part. */
  public Duration longest() {
    return Arrays.stream(WindowPart.values())
        .map(inputs::longest)
        .reduce(Duration.ZERO, WindowCase::longer);
  }

  /** The part that decides the window; the first in the formula's order where several do. */
  public WindowPart bindingPart() {
    return bindings().get(0).part();
  }

  /** The case that decides the window; the first in the formula's order where several do. */
  public WindowCase bindingCase() {
    return bindings().get(0).windowCase();
  }

  /**
   * Every case that is as long as the longest, in the formula's order; never empty. The window gets
   * shorter only if all of them do.
   */
  public List<BindingCase> bindings() {
    List<BindingCase> bindings = new ArrayList<>();
    for (WindowPart part : WindowPart.values()) {
      for (WindowCase each : inputs.cases(part)) {
        if (isBinding(each)) {
          bindings.add(new BindingCase(part, each));
        }
      }
    }
    return List.copyOf(bindings);
  }

  /** Whether this case, one of a part's, decides the window. */
  boolean isBinding(WindowCase each) {
    return each.length().equals(longest());
  }

  /** The derivation for a reader: the formula, each case with its source, the sum, the rounding. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("identity window = " + FORMULA);
    for (WindowPart part : WindowPart.values()) {
      lines.add("  " + part.words() + ": " + DurationText.of(inputs.longest(part)));
      for (WindowCase each : inputs.cases(part)) {
        lines.add("    " + each.line() + (isBinding(each) ? "  <- binds" : ""));
      }
    }
    lines.add("  margin: " + DurationText.of(margin()));
    lines.add("    " + inputs.margin().line());
    lines.add("= " + sum() + " = " + DurationText.of(exact()));
    lines.add("= " + WholeDays.text(identityWindowDays()) + rounding());
    return List.copyOf(lines);
  }

  /** {@code 30 d (upstream redelivery 'cross-month reversal') + 60 d margin}. */
  String boundBy() {
    return DurationText.of(longest())
        + " ("
        + bindings().stream().map(BindingCase::words).collect(Collectors.joining(" and "))
        + ") + "
        + DurationText.of(margin())
        + " margin";
  }

  private String sum() {
    return Arrays.stream(WindowPart.values())
        .map(part -> DurationText.of(inputs.longest(part)))
        .collect(Collectors.joining(", ", "max(", ") + " + DurationText.of(margin())));
  }

  private String rounding() {
    return roundedUpBy().isZero()
        ? ", nothing rounded"
        : ", rounded up by " + DurationText.of(roundedUpBy()) + " to whole days";
  }
}
