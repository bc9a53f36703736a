package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ContainerServersTest {
  @Test
  void withoutAnEngineTheMessageSaysWhatToDo() {
    assertThatThrownBy(() -> ContainerServers.requireEngine(false))
        .isInstanceOf(SandboxException.class)
        .hasMessageContaining(
            "-Dtallykeep.sandbox.engine=docker is set, but no Docker engine answers")
        .hasMessageContaining("start it, or leave the setting out");
    assertThatCode(() -> ContainerServers.requireEngine(true)).doesNotThrowAnyException();
  }
}
