package io.tallykeep.archive.table;

import java.sql.SQLException;

/** The control schema could not be read. Nothing was changed. */
public final class ControlSchemaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ControlSchemaException(String message, SQLException cause) {
    super(message, cause);
  }
}
