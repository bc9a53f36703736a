package io.tallykeep.archive.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PointerTest {
  private static Pointer pointer(String head, Optional<String> own) {
    return new Pointer(head, own, 1, "uuid");
  }

  @Test
  void ownHeadIsNotForeign() {
    assertThat(pointer("a", Optional.of("a")).isForeign()).isFalse();
  }

  @Test
  void headOfSomebodyElseIsForeign() {
    assertThat(pointer("b", Optional.of("a")).isForeign()).isTrue();
  }

  @Test
  void headThatDiffersInCaseIsForeign() {
    assertThat(pointer("A", Optional.of("a")).isForeign()).isTrue();
  }

  @Test
  void tableThatTallykeepNeverCommittedToIsForeign() {
    assertThat(pointer("a", Optional.empty()).isForeign()).isTrue();
  }
}
