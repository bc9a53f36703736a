package io.tallykeep.verifier.gate;

import java.util.List;

/**
 * What came of a batch: the outcomes of its items from the first on, up to and including the first
 * that is not settled. The items after that one were not touched.
 *
 * @param outcomes at most one per item, in the batch's order
 */
public record BatchResult(List<GateOutcome> outcomes) {
  public BatchResult {
    outcomes = List.copyOf(outcomes);
  }

  /**
   * How many items, from the first on, are settled without a gap: an offset may move past these and
   * not further.
   */
  public int completedPrefix() {
    int settled = 0;
    while (settled < outcomes.size() && outcomes.get(settled).isSettled()) {
      settled++;
    }
    return settled;
  }
}
