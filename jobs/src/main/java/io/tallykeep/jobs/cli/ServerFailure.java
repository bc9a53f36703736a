package io.tallykeep.jobs.cli;

import io.tallykeep.archive.file.DataFileException;
import io.tallykeep.archive.table.ArchiveReadException;
import io.tallykeep.archive.table.ControlSchemaException;
import io.tallykeep.jobs.retention.copy.StoreSilentException;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.schema.SchemaMigrationException;
import java.sql.SQLException;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * What a failure says of the servers: one of them was unreachable or refused, or the archive
 * contradicts itself.
 *
 * @param exitCode 2 where trying again can help, 3 where a person must look first
 */
record ServerFailure(String message, ExitCode exitCode) {
  private static final String ADVICE = " Nothing is lost; './tallykeep check' tells what is wrong.";

  /** Empty if no server is at the bottom of the failure. */
  static Optional<ServerFailure> of(Throwable failure) {
    Optional<ServerFailure> archive = Optional.empty();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SchemaMigrationException schema) {
        return Optional.of(
            new ServerFailure(String.valueOf(schema.getMessage()), ExitCode.UNDECIDED));
      }
      if (cause instanceof SQLException sql) {
        return refused("MySQL did not do what was asked: " + MysqlError.text(sql));
      }
      if (cause instanceof SdkException
          || cause instanceof StoreSilentException
          || cause instanceof ControlSchemaException) {
        return refused("the archive did not do what was asked: " + sentence(cause));
      }
      if (cause instanceof DataFileException file) {
        return StoreSilentException.isBehind(file)
            ? refused("the archive did not do what was asked: " + sentence(file))
            : Optional.of(notWhole(file));
      }
      if (cause instanceof ArchiveReadException read && archive.isEmpty()) {
        archive = Optional.of(notWhole(read));
        if (read.kind() == ArchiveReadException.Kind.MISSING) {
          // The store did answer: the object is not there.
          return archive;
        }
      }
      if (cause.getCause() == cause) {
        break;
      }
    }
    return archive;
  }

  private static ServerFailure notWhole(Throwable failure) {
    return new ServerFailure(
        "the archive is not whole: "
            + sentence(failure)
            + " Nothing was dropped; let nothing be until it is understood.",
        ExitCode.FINDINGS);
  }

  private static Optional<ServerFailure> refused(String what) {
    return Optional.of(new ServerFailure(what + ADVICE, ExitCode.UNDECIDED));
  }

  private static String sentence(Throwable failure) {
    return String.valueOf(failure.getMessage()).strip().replaceFirst("[.]*$", ".");
  }
}
