package io.tallykeep.verifier.gate.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GuideTextTest {
  private static final Path GUIDE = Path.of("..", "docs", "gate.md");
  private static final Path EXAMPLE =
      Path.of("src/test/java/io/tallykeep/verifier/gate/guide/GuideExample.java");

  @Test
  void theGuideShowsTheExampleThatIsCompiledAndRun() throws IOException {
    assertThat(Files.readString(GUIDE))
        .contains(
            "<!-- example -->\n```java\n"
                + Files.readString(EXAMPLE)
                + "```\n<!-- end of example -->\n");
  }
}
