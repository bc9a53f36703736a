package io.tallykeep.capacity.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowCheckTest {
  private static final IdentityWindow NINETY = IdentityWindow.of(WindowInputs.seed());

  @Test
  void windowsThatJustCoverEverythingAreSufficient() {
    ConfiguredWindows configured = Scenarios.configured(7, 3, 90);

    assertThat(WindowCheck.of(configured, NINETY))
        .isEqualTo(new WindowCheck.Sufficient(configured));
  }

  @Test
  void anIdentityWindowOneDayUnderTheFormulaIsTooShortAndTheMessageNamesWhatBinds() {
    WindowCheck.TooShort outcome = tooShort(Scenarios.configured(7, 3, 89));

    assertThat(outcome.missingDays()).isEqualTo(1);
    assertThat(outcome.message())
        .isEqualTo(
            "identity-days is 89, 1 day too short: the formula asks for 90 days = 30 d (upstream"
                + " redelivery 'cross-month reversal' and reconciliation period 'cross-month"
                + " reconciliation') + 60 d margin. Set identity-days to 90 or more; a shorter"
                + " window needs a shorter length, with its source, for every input named here.");
  }

  @Test
  void anOnlineWindowShorterThanTheDirectRedeliveryIsTooShortAlthoughHoldDaysWouldFillIt() {
    WindowCheck.TooShort outcome = tooShort(Scenarios.configured(5, 3, 90));

    assertThat(outcome.missingDays()).isEqualTo(2);
    assertThat(outcome.message())
        .isEqualTo(
            "online-days is 5, 2 days too short: direct redelivery 'stream retention' comes back"
                + " up to 7 d after the event day without passing the verifier, and days in hold"
                + " do not count since a closed day takes no inserts. Set online-days to 7 or"
                + " more, or send that redelivery through the verifier.");
  }

  @Test
  void aDirectRedeliveryOfPartOfADayNeedsTheWholeDayOnline() {
    List<WindowCase> direct =
        List.of(
            Scenarios.days("outbox relay", 1),
            new WindowCase("stream", Duration.ofDays(7).plusSeconds(1), "retention.ms"));

    WindowCheck.TooShort outcome = tooShort(new ConfiguredWindows(7, 3, 90, direct));

    assertThat(outcome.shortfalls())
        .extracting(Shortfall::setting, Shortfall::requiredDays, Shortfall::missingDays)
        .containsExactly(tuple("online-days", 8, 1));
    assertThat(outcome.message()).contains("'stream' comes back up to 7 d 1 s after");
    assertThat(WindowCheck.of(new ConfiguredWindows(8, 3, 90, direct), NINETY))
        .isInstanceOf(WindowCheck.Sufficient.class);
  }

  @Test
  void anIdentityWindowThatEndsBeforeTheRowsLeaveTheOnlineTableIsTooShort() {
    WindowCheck.TooShort outcome = tooShort(Scenarios.configured(88, 3, 90));

    assertThat(outcome.message())
        .isEqualTo(
            "identity-days is 90, 1 day too short: rows stay online for online-days 88 + hold-days"
                + " 3 = 91 days, and a day expires only after it has left the online table. Set"
                + " identity-days to 91 or more, or lower online-days or hold-days.");
    assertThat(WindowCheck.of(Scenarios.configured(87, 3, 90), NINETY))
        .isInstanceOf(WindowCheck.Sufficient.class);
  }

  @Test
  void everyBrokenRuleIsReportedAndTheLargestGapIsTheOneMissing() {
    WindowCheck.TooShort outcome = tooShort(Scenarios.configured(1, 60, 60));

    assertThat(outcome.shortfalls())
        .extracting(Shortfall::setting, Shortfall::configuredDays, Shortfall::requiredDays)
        .containsExactly(
            tuple("identity-days", 60, 90),
            tuple("online-days", 1, 7),
            tuple("identity-days", 60, 61));
    assertThat(outcome.missingDays()).isEqualTo(30);
    assertThat(outcome.message().lines()).hasSize(3);
  }

  @Test
  void aWindowOutOfItsRangeIsRefused() {
    assertThatThrownBy(() -> Scenarios.configured(0, 3, 90))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("online-days is 0: set it to a whole number of days from 1 to 73000.");
    assertThatThrownBy(() -> Scenarios.configured(7, -1, 90))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("hold-days is -1: set it to a whole number of days from 0 to 73000.");
    assertThatThrownBy(() -> Scenarios.configured(7, 3, 73_001))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("identity-days is 73001: set it to a whole number of days from 1 to 73000.");
  }

  @Test
  void aDirectRedeliveryThatIsNotStatedIsRefused() {
    assertThatThrownBy(() -> new ConfiguredWindows(7, 3, 90, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the input 'direct redelivery' has no case: what is not known is not zero. List its"
                + " longest case; if nothing comes back this way, list a case of zero length whose"
                + " source says why.");
  }

  @Test
  void anOutcomeWithoutAShortfallIsNotTooShort() {
    assertThatThrownBy(() -> new WindowCheck.TooShort(Scenarios.configured(7, 3, 90), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("windows that lack nothing are not too short.");
    assertThatThrownBy(() -> new Shortfall("online-days", 7, 7, "a reason", "A remedy."))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("online-days is 7 and not short of 7 days.");
  }

  private static WindowCheck.TooShort tooShort(ConfiguredWindows configured) {
    return WindowCheck.of(configured, NINETY)
        .fold(
            sufficient -> {
              throw new AssertionError("sufficient: " + sufficient);
            },
            outcome -> outcome);
  }
}
