package io.tallykeep.archive.table;

import org.jspecify.annotations.Nullable;

/** The control schema does not answer, or does not hold what it should. */
public final class ControlSchemaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ControlSchemaException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
