package io.tallykeep.sandbox;

import java.nio.file.Path;
import java.util.Optional;

/** Where unpacked programs are kept for all of a user's checkouts. */
final class CacheFolder {
  private CacheFolder() {}

  /**
   * As set by {@link Setting#CACHE}, else {@code tallykeep} in the user's XDG cache folder, which
   * is {@code ~/.cache} by default.
   */
  static Path ofThisUser() {
    return choose(
        Setting.CACHE.value(),
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME")),
        System.getProperty("user.home"));
  }

  static Path choose(Optional<String> set, Optional<String> xdg, String home) {
    // The XDG base directory specification wants relative values ignored.
    return set.map(value -> Path.of(value).toAbsolutePath())
        .orElseGet(
            () ->
                xdg.filter(value -> value.startsWith("/"))
                    .map(Path::of)
                    .orElse(Path.of(home, ".cache"))
                    .resolve("tallykeep"));
  }
}
