package io.tallykeep.jobs.schema;

import io.tallykeep.archive.dataset.Identifier;
import org.flywaydb.core.api.FlywayException;

/** A schema could not be brought to this version's tables; those it has are as they were. */
public final class SchemaMigrationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SchemaMigrationException(Identifier schema, String history, FlywayException cause) {
    super(
        "schema "
            + schema
            + " could not be brought to this version's tables: "
            + oneLine(cause)
            + " Compare its table "
            + history
            + " with this version of Tallykeep: a newer version, or somebody's own hand, may have"
            + " changed the schema. Use the version that wrote it, or put the schema right, and run"
            + " the command again.",
        cause);
  }

  private static String oneLine(FlywayException cause) {
    return String.valueOf(cause.getMessage())
        .strip()
        .replaceAll("\\s*\\R\\s*", "; ")
        .replaceFirst("[.]*$", ".");
  }
}
