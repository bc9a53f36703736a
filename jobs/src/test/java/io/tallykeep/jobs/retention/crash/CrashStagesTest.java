package io.tallykeep.jobs.retention.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CrashStagesTest {
  @Test
  void eachStageIsInOneClassOfTheMatrix() {
    List<CrashMatrix> matrix =
        List.of(
            new AdoptionCrashIT(), new ArchiveCrashIT(), new DropCrashIT(), new RestoreCrashIT());

    assertThat(matrix.stream().flatMap(part -> part.stages().stream()))
        .containsExactlyInAnyOrder(Stage.values());
  }
}
