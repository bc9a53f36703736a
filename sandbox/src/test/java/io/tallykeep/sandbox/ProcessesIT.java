package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessesIT {
  private static final String MARK = "61." + ProcessHandle.current().pid();

  private Process parent;
  private ProcessHandle child;

  @BeforeEach
  void startAChildThatNobodyWillReap() throws IOException {
    // The shell's successor knows nothing of the child, as the first process of many containers.
    String script = "sleep " + MARK + " & echo $!; exec sleep 60";
    parent = new ProcessBuilder("sh", "-c", script).start();
    String pid = parent.inputReader(StandardCharsets.UTF_8).readLine();
    child = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  @AfterEach
  void end() {
    parent.destroyForcibly();
  }

  @Test
  void aProcessIsFoundByItsArgumentAndAZombieIsGone() {
    assertThat(
            Pause.until(
                Duration.ofSeconds(10), () -> Processes.withArgument(MARK).equals(List.of(child))))
        .as("found: %s", Processes.withArgument(MARK))
        .isTrue();
    assertThat(Processes.isGone(child, MARK)).isFalse();
    assertThat(Processes.isGone(child, "another")).as("the number of another process").isTrue();

    Processes.end(MARK, Duration.ZERO);
    assertThat(Pause.until(Duration.ofSeconds(10), () -> Processes.isGone(child, MARK)))
        .as("a process that was killed is gone soon")
        .isTrue();
    assertThat(Processes.isAlive(child)).isFalse();
    assertThat(Processes.isAlive(parent.toHandle())).isTrue();
  }
}
