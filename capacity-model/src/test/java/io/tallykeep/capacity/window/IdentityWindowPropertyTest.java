package io.tallykeep.capacity.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdentityWindowPropertyTest {
  private static final long SEED = 20_240_618L;
  private static final int ROUNDS = 2_000;
  private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000L);
  private static final BigInteger NANOS_PER_DAY =
      NANOS_PER_SECOND.multiply(BigInteger.valueOf(86_400L));

  private final Random random = new Random(SEED);

  @Test
  void theWindowNeverShrinksWhenAnyInputGrowsOrACaseIsAdded() {
    for (int round = 0; round < ROUNDS; round++) {
      WindowInputs inputs = anyInputs();
      IdentityWindow window = IdentityWindow.of(inputs);
      for (WindowInputs larger : everyWayToGrow(inputs)) {
        IdentityWindow grown = IdentityWindow.of(larger);
        assertThat(grown.exact())
            .as("seed %d, round %d: %s grew to %s", SEED, round, inputs, larger)
            .isGreaterThanOrEqualTo(window.exact());
        assertThat(grown.identityWindowDays())
            .as("seed %d, round %d: %s grew to %s", SEED, round, inputs, larger)
            .isGreaterThanOrEqualTo(window.identityWindowDays());
      }
    }
  }

  @Test
  void growingEveryBindingCaseOrTheMarginGrowsTheExactWindowByAsMuch() {
    for (int round = 0; round < ROUNDS; round++) {
      WindowInputs inputs = anyInputs();
      IdentityWindow window = IdentityWindow.of(inputs);
      Duration more = anyLength();

      WindowInputs wider = withMargin(inputs, longer(inputs.margin(), more));
      assertThat(IdentityWindow.of(wider).exact())
          .as("seed %d, round %d: margin of %s + %s", SEED, round, inputs, more)
          .isEqualTo(window.exact().plus(more));

      WindowInputs longer = inputs;
      for (BindingCase binding : window.bindings()) {
        longer = replace(longer, binding, longer(binding.windowCase(), more));
      }
      assertThat(IdentityWindow.of(longer).exact())
          .as("seed %d, round %d: binding cases of %s + %s", SEED, round, inputs, more)
          .isEqualTo(window.exact().plus(more));
    }
  }

  @Test
  void theDaysAreTheFewestThatHoldTheLongestCaseAndTheMarginCountedInNanoseconds() {
    for (int round = 0; round < ROUNDS; round++) {
      WindowInputs inputs = anyInputs();
      BigInteger longest = BigInteger.ZERO;
      for (List<WindowCase> cases :
          List.of(
              inputs.upstreamRedelivery(),
              inputs.reconciliationPeriod(),
              inputs.downstreamConfirmation())) {
        for (WindowCase each : cases) {
          longest = longest.max(nanos(each.length()));
        }
      }
      BigInteger[] days =
          longest.add(nanos(inputs.margin().length())).divideAndRemainder(NANOS_PER_DAY);
      int expected = days[0].intValueExact() + days[1].signum();

      assertThat(IdentityWindow.of(inputs).identityWindowDays())
          .as("seed %d, round %d: %s", SEED, round, inputs)
          .isEqualTo(expected);
    }
  }

  @Test
  void theCheckPassesExactlyFromTheRequiredDaysUpwards() {
    for (int round = 0; round < ROUNDS; round++) {
      IdentityWindow window = IdentityWindow.of(anyInputs());
      int identityDays = 2 + random.nextInt(400);
      ConfiguredWindows configured =
          new ConfiguredWindows(1, 0, identityDays, List.of(Scenarios.days("none", 0)));

      boolean sufficient = WindowCheck.of(configured, window).fold(yes -> true, no -> false);

      assertThat(sufficient)
          .as("seed %d, round %d: %s with %s", SEED, round, window, configured)
          .isEqualTo(identityDays >= window.identityWindowDays());
    }
  }

  private WindowInputs anyInputs() {
    return new WindowInputs(
        anyCases(), anyCases(), anyCases(), new WindowCase("margin", anyLength(), "drawn"));
  }

  private List<WindowCase> anyCases() {
    List<WindowCase> cases = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      cases.add(new WindowCase("case " + i, anyLength(), "drawn"));
    }
    return cases;
  }

  /** Whole days half of the time, so that parts tie; else any nanosecond; sometimes zero. */
  private Duration anyLength() {
    return switch (random.nextInt(6)) {
      case 0 -> Duration.ZERO;
      case 1 -> Duration.ofDays(random.nextInt(120)).plusNanos(random.nextInt(2));
      case 2 -> Duration.ofSeconds(random.nextInt(10_000_000), random.nextInt(1_000_000_000));
      default -> Duration.ofDays(random.nextInt(5));
    };
  }

  private List<WindowInputs> everyWayToGrow(WindowInputs inputs) {
    List<WindowInputs> grown = new ArrayList<>();
    for (WindowPart part : WindowPart.values()) {
      for (WindowCase each : inputs.cases(part)) {
        grown.add(replace(inputs, new BindingCase(part, each), longer(each, anyLength())));
      }
      List<WindowCase> more = new ArrayList<>(inputs.cases(part));
      more.add(new WindowCase("one more", anyLength(), "drawn"));
      grown.add(withPart(inputs, part, more));
    }
    grown.add(withMargin(inputs, longer(inputs.margin(), anyLength())));
    return grown;
  }

  private static WindowCase longer(WindowCase each, Duration more) {
    return new WindowCase(each.name(), each.length().plus(more), each.source());
  }

  private static WindowInputs replace(WindowInputs inputs, BindingCase old, WindowCase by) {
    List<WindowCase> cases = new ArrayList<>(inputs.cases(old.part()));
    cases.set(cases.indexOf(old.windowCase()), by);
    return withPart(inputs, old.part(), cases);
  }

  private static WindowInputs withPart(
      WindowInputs inputs, WindowPart part, List<WindowCase> cases) {
    return new WindowInputs(
        part == WindowPart.UPSTREAM_REDELIVERY ? cases : inputs.upstreamRedelivery(),
        part == WindowPart.RECONCILIATION_PERIOD ? cases : inputs.reconciliationPeriod(),
        part == WindowPart.DOWNSTREAM_CONFIRMATION ? cases : inputs.downstreamConfirmation(),
        inputs.margin());
  }

  private static WindowInputs withMargin(WindowInputs inputs, WindowCase margin) {
    return new WindowInputs(
        inputs.upstreamRedelivery(),
        inputs.reconciliationPeriod(),
        inputs.downstreamConfirmation(),
        margin);
  }

  private static BigInteger nanos(Duration duration) {
    return BigInteger.valueOf(duration.getSeconds())
        .multiply(NANOS_PER_SECOND)
        .add(BigInteger.valueOf(duration.getNano()));
  }
}
