package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SandboxOptionsTest {
  @Test
  void eachChangeLeavesTheRest() {
    SandboxOptions options =
        new SandboxOptions(true, true, 128, List.of("--a"))
            .withBufferPoolMegabytes(64)
            .withMysqldOption("--b");
    assertThat(options).isEqualTo(new SandboxOptions(true, true, 64, List.of("--a", "--b")));
    assertThat(options.mysqlOnly())
        .isEqualTo(new SandboxOptions(true, false, 64, List.of("--a", "--b")));
    assertThat(options.s3Only())
        .isEqualTo(new SandboxOptions(false, true, 64, List.of("--a", "--b")));
  }

  @Test
  void whatCanNotWorkIsRefused() {
    assertThatThrownBy(() -> new SandboxOptions(false, false, 64, List.of()))
        .hasMessageContaining("at least one server");
    assertThatThrownBy(() -> SandboxOptions.FOR_TESTS.withBufferPoolMegabytes(4))
        .hasMessageContaining("not 4 MiB");
  }
}
