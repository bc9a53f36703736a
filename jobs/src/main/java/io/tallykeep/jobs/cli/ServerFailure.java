package io.tallykeep.jobs.cli;

import io.tallykeep.archive.table.ArchiveReadException;
import io.tallykeep.archive.table.ControlSchemaException;
import io.tallykeep.jobs.retention.copy.StoreSilentException;
import io.tallykeep.jobs.retention.session.MysqlError;
import java.sql.SQLException;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;

/** What a failure says of the servers: one of them was unreachable or refused. */
record ServerFailure(String message) {
  private static final String ADVICE = " Nothing is lost; './tallykeep check' tells what is wrong.";

  /** Empty if no server is at the bottom of the failure. */
  static Optional<ServerFailure> of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return Optional.of(
            new ServerFailure("MySQL did not do what was asked: " + MysqlError.text(sql) + ADVICE));
      }
      if (cause instanceof SdkException
          || cause instanceof StoreSilentException
          || cause instanceof ArchiveReadException
          || cause instanceof ControlSchemaException) {
        return Optional.of(
            new ServerFailure(
                "the archive did not do what was asked: " + sentence(cause) + ADVICE));
      }
      if (cause.getCause() == cause) {
        break;
      }
    }
    return Optional.empty();
  }

  private static String sentence(Throwable failure) {
    return String.valueOf(failure.getMessage()).strip().replaceFirst("[.]*$", ".");
  }
}
