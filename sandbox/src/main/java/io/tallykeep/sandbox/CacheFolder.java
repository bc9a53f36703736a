package io.tallykeep.sandbox;

import java.nio.file.Path;

/** Where unpacked programs are kept for all of a user's checkouts. */
final class CacheFolder {
  static final String OVERRIDE = "TALLYKEEP_CACHE_DIR";

  private CacheFolder() {}

  /**
   * {@code $TALLYKEEP_CACHE_DIR}, else {@code tallykeep} in the user's XDG cache folder, {@code
   * ~/.cache} by default.
   */
  static Path ofThisUser() {
    String override = Overrides.setting(OVERRIDE);
    if (override != null && !override.isBlank()) {
      return Path.of(override).toAbsolutePath();
    }
    String xdg = System.getenv("XDG_CACHE_HOME");
    // The XDG specification wants relative values ignored.
    Path base =
        xdg != null && xdg.startsWith("/")
            ? Path.of(xdg)
            : Path.of(System.getProperty("user.home"), ".cache");
    return base.resolve("tallykeep");
  }
}
