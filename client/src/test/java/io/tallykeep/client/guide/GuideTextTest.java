package io.tallykeep.client.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.client.NoAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GuideTextTest {
  private static final Path GUIDE = Path.of("..", "docs", "client.md");
  private static final Path EXAMPLE =
      Path.of("src/test/java/io/tallykeep/client/guide/ClientExample.java");

  @Test
  void theGuideShowsTheExampleThatIsCompiledAndRun() throws IOException {
    assertThat(Files.readString(GUIDE))
        .contains(
            "<!-- example -->\n```java\n"
                + Files.readString(EXAMPLE)
                + "```\n<!-- end of example -->\n");
  }

  @Test
  void theGuideExplainsEveryCode() throws IOException {
    String guide = Files.readString(GUIDE);
    for (NoAnswer code : NoAnswer.values()) {
      assertThat(guide).contains("| " + code + " |");
    }
  }
}
