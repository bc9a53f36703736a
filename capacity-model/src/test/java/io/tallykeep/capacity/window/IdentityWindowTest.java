package io.tallykeep.capacity.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdentityWindowTest {
  @Test
  void theBuiltInScenarioMakesNinetyDaysExactly() {
    IdentityWindow window = IdentityWindow.of(WindowInputs.seed());

    assertThat(window.identityWindowDays()).isEqualTo(90);
    assertThat(window.exact()).isEqualTo(Duration.ofDays(90));
    assertThat(window.roundedUpBy()).isZero();
    assertThat(window.longest()).isEqualTo(Duration.ofDays(30));
    assertThat(window.margin()).isEqualTo(Duration.ofDays(60));
  }

  @Test
  void theBuiltInScenarioIsBoundByBothCrossMonthCases() {
    IdentityWindow window = IdentityWindow.of(WindowInputs.seed());

    assertThat(window.bindingPart()).isEqualTo(WindowPart.UPSTREAM_REDELIVERY);
    assertThat(window.bindingCase().name()).isEqualTo("cross-month reversal");
    assertThat(window.bindings())
        .extracting(BindingCase::words)
        .containsExactly(
            "upstream redelivery 'cross-month reversal'",
            "reconciliation period 'cross-month reconciliation'");
  }

  @Test
  void theBuiltInKafkaCaseIsTheSumOfItsTerms() {
    WindowCase kafka = WindowInputs.seed().upstreamRedelivery().get(0);

    assertThat(kafka.name()).isEqualTo("Kafka redelivery");
    assertThat(kafka.length()).isEqualTo(Duration.parse("PT5M30S"));
  }

  @Test
  void aConfirmationAfterSevenDaysStillMakesNinety() {
    IdentityWindow window = IdentityWindow.of(Scenarios.seedWithConfirmationAfter(7));

    assertThat(window.identityWindowDays())
        .as("the article says 120; its own formula, with 30 days the longest part, says 90")
        .isEqualTo(90);
  }

  @Test
  void thePartsAreNotAddedUp() {
    WindowInputs seed = WindowInputs.seed();
    Duration stacked =
        seed.longest(WindowPart.UPSTREAM_REDELIVERY)
            .plus(seed.longest(WindowPart.DOWNSTREAM_CONFIRMATION))
            .plus(seed.margin().length());

    assertThat(stacked).as("T+30, T+3 and the margin stacked").isEqualTo(Duration.ofDays(93));
    assertThat(IdentityWindow.of(seed).identityWindowDays()).isEqualTo(90);
  }

  @Test
  void aConfirmationLongerThanTheOtherPartsBinds() {
    IdentityWindow window = IdentityWindow.of(Scenarios.seedWithConfirmationAfter(31));

    assertThat(window.identityWindowDays()).isEqualTo(91);
    assertThat(window.bindings())
        .extracting(BindingCase::part)
        .containsExactly(WindowPart.DOWNSTREAM_CONFIRMATION);
  }

  @Test
  void aReplayByHandAfterNinetyDaysNeedsMoreThanTheBuiltInScenario() {
    WindowInputs seed = WindowInputs.seed();
    WindowInputs withReplay =
        new WindowInputs(
            List.of(Scenarios.days("replay by hand", 90)),
            seed.reconciliationPeriod(),
            seed.downstreamConfirmation(),
            seed.margin());

    assertThat(IdentityWindow.of(withReplay).identityWindowDays()).isEqualTo(150);
  }

  @Test
  void aMarginOfZeroLeavesTheLongestPart() {
    IdentityWindow window =
        IdentityWindow.of(
            Scenarios.of(
                Duration.ofDays(2), Duration.ofDays(30), Duration.ofDays(3), Duration.ZERO));

    assertThat(window.identityWindowDays()).isEqualTo(30);
    assertThat(window.bindingPart()).isEqualTo(WindowPart.RECONCILIATION_PERIOD);
  }

  @Test
  void anHourOverIsRoundedUpToAWholeDay() {
    IdentityWindow window =
        IdentityWindow.of(
            Scenarios.of(
                Duration.ofDays(29).plusHours(1), Duration.ZERO, Duration.ZERO, Duration.ZERO));

    assertThat(window.identityWindowDays()).isEqualTo(30);
    assertThat(window.exact()).isEqualTo(Duration.ofHours(697));
    assertThat(window.roundedUpBy()).isEqualTo(Duration.ofHours(23));
    assertThat(window.lines())
        .endsWith(
            "= max(29 d 1 h, 0 d, 0 d) + 0 d = 29 d 1 h",
            "= 30 days, rounded up by 23 h to whole days");
  }

  @Test
  void aNanosecondOverIsRoundedUpToo() {
    IdentityWindow window =
        IdentityWindow.of(
            Scenarios.of(Duration.ofDays(29), Duration.ZERO, Duration.ZERO, Duration.ofNanos(1)));

    assertThat(window.identityWindowDays()).isEqualTo(30);
  }

  @Test
  void oneDayIsWrittenInTheSingular() {
    IdentityWindow window =
        IdentityWindow.of(
            Scenarios.of(Duration.ofHours(1), Duration.ZERO, Duration.ZERO, Duration.ZERO));

    assertThat(window.lines()).endsWith("= 1 day, rounded up by 23 h to whole days");
  }

  @Test
  void theLongestWindowThatIsAllowedDoesNotOverflow() {
    Duration most = Duration.ofDays(WindowCase.MAX_DAYS);

    assertThat(IdentityWindow.of(Scenarios.of(most, most, most, most)).identityWindowDays())
        .isEqualTo(ConfiguredWindows.MAX_DAYS);
  }

  @Test
  void theDerivationShowsEachInputWithItsUnitAndSource() {
    assertThat(IdentityWindow.of(WindowInputs.seed()).lines())
        .containsExactly(
            "identity window = max(upstream redelivery, reconciliation period, downstream"
                + " confirmation) + margin",
            "  upstream redelivery: 30 d",
            "    Kafka redelivery: 5 min 30 s (max.poll.interval.ms 5 min + rebalance 30 s)",
            "    cross-month reversal: 30 d (refund chain: sent again up to T+30)  <- binds",
            "  reconciliation period: 30 d",
            "    daily reconciliation: 1 d (finance: T+1)",
            "    cross-month reconciliation: 30 d (finance: cross-month reversals up to T+30)"
                + "  <- binds",
            "  downstream confirmation: 3 d",
            "    channel confirmation: 3 d (refund channel: clearing at T+3)",
            "  margin: 60 d",
            "    safety margin: 60 d (refund chain: chosen by its owner)",
            "= max(30 d, 30 d, 3 d) + 60 d = 90 d",
            "= 90 days, nothing rounded");
  }
}
