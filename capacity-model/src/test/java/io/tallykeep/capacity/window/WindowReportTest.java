package io.tallykeep.capacity.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class WindowReportTest {
  private static final IdentityWindow NINETY = IdentityWindow.of(WindowInputs.seed());

  @Test
  void theTextOfTheFormulaAloneStartsWithTheDaysAndEndsWithTheDerivation() {
    assertThat(WindowReport.of(NINETY).toText())
        .isEqualTo("Identity window: 90 days\n\n" + String.join("\n", NINETY.lines()));
  }

  @Test
  void theTextShowsTheConfiguredWindowsAndThatTheySuffice() {
    WindowCheck check = WindowCheck.of(Scenarios.configured(35, 3, 90), NINETY);

    assertThat(WindowReport.of(NINETY, check).toText())
        .endsWith(
            """
            = 90 days, nothing rounded

            Configured: online-days 35, hold-days 3, identity-days 90
              direct redelivery: 7 d
                stream retention: 7 d (test)
            Sufficient.""");
  }

  @Test
  void theTextShowsEachShortfall() {
    WindowCheck check = WindowCheck.of(Scenarios.configured(5, 3, 60), NINETY);

    assertThat(WindowReport.of(NINETY, check).toText())
        .containsSubsequence(
            "Configured: online-days 5, hold-days 3, identity-days 60\n",
            "Too short:\n",
            "  identity-days is 60, 30 days too short: ",
            "\n  online-days is 5, 2 days too short: ");
  }

  @Test
  void theMapOfTheFormulaAloneHoldsTheseNamesInThisOrder() {
    Map<String, Object> map = WindowReport.of(NINETY).asMap();

    assertThat(map)
        .containsExactly(
            entry("identityWindowDays", 90),
            entry(
                "formula",
                "max(upstream redelivery, reconciliation period, downstream confirmation) +"
                    + " margin"),
            entry("exact", "PT2160H"),
            entry("roundedUpBy", "PT0S"),
            entry(
                "binding",
                List.of(
                    Map.of("part", "upstreamRedelivery", "case", "cross-month reversal"),
                    Map.of("part", "reconciliationPeriod", "case", "cross-month reconciliation"))),
            entry(
                "parts",
                Map.of(
                    "upstreamRedelivery",
                    Map.of(
                        "longest",
                        "PT720H",
                        "cases",
                        List.of(
                            caseMap(
                                "Kafka redelivery",
                                "PT5M30S",
                                "max.poll.interval.ms 5 min + rebalance 30 s"),
                            caseMap(
                                "cross-month reversal",
                                "PT720H",
                                "refund chain: sent again up to T+30"))),
                    "reconciliationPeriod",
                    Map.of(
                        "longest",
                        "PT720H",
                        "cases",
                        List.of(
                            caseMap("daily reconciliation", "PT24H", "finance: T+1"),
                            caseMap(
                                "cross-month reconciliation",
                                "PT720H",
                                "finance: cross-month reversals up to T+30"))),
                    "downstreamConfirmation",
                    Map.of(
                        "longest",
                        "PT72H",
                        "cases",
                        List.of(
                            caseMap(
                                "channel confirmation",
                                "PT72H",
                                "refund channel: clearing at T+3"))))),
            entry(
                "margin",
                caseMap("safety margin", "PT1440H", "refund chain: chosen by its owner")));
  }

  @Test
  void theMapHoldsTheCheckIfWindowsWereChecked() {
    WindowCheck sufficient = WindowCheck.of(Scenarios.configured(35, 3, 90), NINETY);

    assertThat(WindowReport.of(NINETY, sufficient).asMap())
        .containsEntry(
            "check",
            Map.of(
                "outcome",
                "SUFFICIENT",
                "onlineDays",
                35,
                "holdDays",
                3,
                "identityDays",
                90,
                "directRedelivery",
                List.of(caseMap("stream retention", "PT168H", "test")),
                "shortfalls",
                List.of()));
  }

  @Test
  void theMapHoldsEachShortfallWithItsMessage() {
    WindowCheck.TooShort check =
        (WindowCheck.TooShort) WindowCheck.of(Scenarios.configured(35, 3, 60), NINETY);

    assertThat(WindowReport.of(NINETY, check).asMap().get("check"))
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
        .containsEntry("outcome", "TOO_SHORT")
        .containsEntry(
            "shortfalls",
            List.of(
                Map.of(
                    "setting",
                    "identity-days",
                    "configuredDays",
                    60,
                    "requiredDays",
                    90,
                    "missingDays",
                    30,
                    "message",
                    check.message())));
  }

  private static Map<String, Object> caseMap(String name, String length, String source) {
    return Map.of("name", name, "length", length, "source", source);
  }
}
