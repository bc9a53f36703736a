package io.tallykeep.service.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the record of who asked what goes.
 *
 * @param file a file of its own, appended to; empty for the logger {@code io.tallykeep.audit}
 * @param identity how the asked identity is written
 */
public record AuditSettings(Optional<Path> file, IdentityForm identity) {

  /** How an identity is written. */
  public enum IdentityForm {
    /** Its values. */
    PLAIN,
    /** The SHA-256 of its values as a JSON array: enough to look for one that is known. */
    SHA256
  }
}
