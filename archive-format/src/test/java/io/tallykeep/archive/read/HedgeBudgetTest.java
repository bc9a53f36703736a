package io.tallykeep.archive.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HedgeBudgetTest {
  private final HedgeBudget budget = new HedgeBudget();

  @Test
  void aStoreThatIsAlwaysSlowGetsOneReadOfTwentyTwiceAndOneMore() {
    assertThat(hedgesOf(10_000)).isEqualTo(501);
  }

  @Test
  void whatIsSavedUpAllowsTenInARow() {
    for (int i = 0; i < 10_000; i++) {
      budget.read();
    }
    int hedges = 0;
    while (budget.take()) {
      hedges++;
    }
    assertThat(hedges).isEqualTo(10);
  }

  private int hedgesOf(int reads) {
    int hedges = 0;
    for (int i = 0; i < reads; i++) {
      budget.read();
      if (budget.take()) {
        hedges++;
      }
    }
    return hedges;
  }
}
