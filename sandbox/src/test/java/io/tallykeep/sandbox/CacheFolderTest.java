package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CacheFolderTest {
  private static final Optional<String> UNSET = Optional.empty();

  @Test
  void theSettingWinsThenXdgThenTheHomeFolder() {
    assertThat(CacheFolder.choose(Optional.of("/mine"), Optional.of("/xdg"), "/home/u"))
        .isEqualTo(Path.of("/mine"));
    assertThat(CacheFolder.choose(UNSET, Optional.of("/xdg"), "/home/u"))
        .isEqualTo(Path.of("/xdg/tallykeep"));
    assertThat(CacheFolder.choose(UNSET, UNSET, "/home/u"))
        .isEqualTo(Path.of("/home/u/.cache/tallykeep"));
  }

  @Test
  void aRelativeXdgFolderIsIgnored() {
    assertThat(CacheFolder.choose(UNSET, Optional.of("xdg"), "/home/u"))
        .isEqualTo(Path.of("/home/u/.cache/tallykeep"));
  }
}
