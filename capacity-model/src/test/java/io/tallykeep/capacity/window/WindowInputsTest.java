package io.tallykeep.capacity.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WindowInputsTest {
  private static final List<WindowCase> ONE = List.of(Scenarios.days("replay", 1));
  private static final WindowCase MARGIN = Scenarios.days("margin", 1);

  @Test
  void aCaseWithoutANameIsRefused() {
    assertThatThrownBy(() -> new WindowCase(" ", Duration.ofDays(1), "contract 7"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a window case (source 'contract 7') has no name: say what comes back, for example"
                + " 'cross-month reversal'.");
  }

  @Test
  void aNegativeLengthIsRefused() {
    assertThatThrownBy(() -> new WindowCase("replay", Duration.ofHours(-1), "contract"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the window case 'replay' has the negative length PT-1H: give the longest time after"
                + " which it comes back, zero or more.");
  }

  @Test
  void aLengthOverTheLimitIsRefusedAsAMistakenUnit() {
    Duration over = Duration.ofDays(WindowCase.MAX_DAYS).plusSeconds(1);

    assertThatThrownBy(() -> new WindowCase("replay", over, "contract"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the window case 'replay' is 36500 d 1 s long, over the limit of 36500 d: check the"
                + " unit of its length.");
    assertThat(Scenarios.days("replay", WindowCase.MAX_DAYS).length())
        .isEqualTo(Duration.ofDays(36_500));
  }

  @Test
  void aCaseWithoutASourceIsRefused() {
    assertThatThrownBy(() -> new WindowCase("replay", Duration.ofDays(1), ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the window case 'replay' has no source: say where its length comes from, for example"
                + " a setting, a contract or a clearing calendar.");
  }

  @ParameterizedTest
  @EnumSource
  void aPartWithoutACaseIsRefused(WindowPart part) {
    assertThatThrownBy(() -> inputsWith(part, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the input '"
                + part.words()
                + "' has no case: what is not known is not zero. List its longest case; if nothing"
                + " comes back this way, list a case of zero length whose source says why.");
  }

  @ParameterizedTest
  @EnumSource
  void twoCasesOfOneNameInOnePartAreRefused(WindowPart part) {
    List<WindowCase> twice = List.of(Scenarios.days("replay", 1), Scenarios.days("replay", 2));

    assertThatThrownBy(() -> inputsWith(part, twice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the input '"
                + part.words()
                + "' lists the case 'replay' twice: keep the longer one, or name what tells them"
                + " apart.");
  }

  @ParameterizedTest
  @EnumSource
  void eachPartKeepsItsOwnCases(WindowPart part) {
    WindowInputs inputs = inputsWith(part, List.of(Scenarios.days("other", 2)));

    for (WindowPart each : WindowPart.values()) {
      assertThat(inputs.cases(each))
          .as("%s", each)
          .containsExactly(each == part ? Scenarios.days("other", 2) : ONE.get(0));
    }
    assertThat(inputs.longest(part)).isEqualTo(Duration.ofDays(2));
  }

  @Test
  void changingTheListsAfterwardsChangesNothing() {
    List<WindowCase> cases = new ArrayList<>(ONE);
    WindowInputs inputs = new WindowInputs(cases, ONE, ONE, MARGIN);

    cases.add(Scenarios.days("later", 400));

    assertThat(inputs.upstreamRedelivery()).isEqualTo(ONE);
  }

  private static WindowInputs inputsWith(WindowPart part, List<WindowCase> cases) {
    return new WindowInputs(
        part == WindowPart.UPSTREAM_REDELIVERY ? cases : ONE,
        part == WindowPart.RECONCILIATION_PERIOD ? cases : ONE,
        part == WindowPart.DOWNSTREAM_CONFIRMATION ? cases : ONE,
        MARGIN);
  }
}
