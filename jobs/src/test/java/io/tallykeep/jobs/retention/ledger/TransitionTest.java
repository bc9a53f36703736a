package io.tallykeep.jobs.retention.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.verifier.ledger.Progress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransitionTest {
  @Test
  void theseAreAllTransitionsThereAre() {
    List<String> all =
        Arrays.stream(Transition.values())
            .flatMap(
                transition ->
                    Arrays.stream(Progress.values())
                        .filter(transition::leadsFrom)
                        .map(from -> from + " > " + transition.to()))
            .toList();

    assertThat(all)
        .containsExactlyInAnyOrder(
            "ONLINE > CLOSED",
            "CLOSED > FROZEN",
            "FROZEN > CLOSED",
            "COPIED > CLOSED",
            "FROZEN > COPIED",
            "COPIED > COPIED",
            "COPIED > PUBLISHING",
            "PUBLISHING > PUBLISHED",
            "PUBLISHED > PROVEN",
            "PROVEN > HELD",
            "HELD > DROPPING",
            "DROPPING > DROPPED",
            "DROPPED > EXPIRED");
  }

  @Test
  void nothingEverLeadsBackToOnline() {
    assertThat(Transition.values()).noneMatch(transition -> transition.to() == Progress.ONLINE);
  }

  @Test
  void whatVerdictsDependOnGetsANewEpoch() {
    assertThat(Arrays.stream(Transition.values()).filter(Transition::changesEpoch))
        .containsExactlyInAnyOrder(
            Transition.CLOSE, Transition.FREEZE, Transition.THAW, Transition.EXPIRE);
  }

  @Test
  void onlyFactsAndTheThawPassAQuarantine() {
    assertThat(Arrays.stream(Transition.values()).filter(Transition::passesQuarantine))
        .containsExactlyInAnyOrder(Transition.PUBLISH, Transition.DROP, Transition.THAW);
  }
}
