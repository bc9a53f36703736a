package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.file.DataFileException;
import io.tallykeep.archive.read.ReadStoppedException;
import io.tallykeep.archive.schema.UnstorableValueException;
import io.tallykeep.archive.schema.UnsupportedColumnsException;
import io.tallykeep.archive.table.ArchiveReadException;
import io.tallykeep.archive.table.ControlSchemaException;
import io.tallykeep.archive.table.TableMismatchException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What a failed read means for the one who asked: never that there is no row. */
final class Failures {
  /** ER_TABLEACCESS_DENIED_ERROR. */
  private static final int ACCESS_DENIED = 1142;

  /** ER_NO_SUCH_TABLE. */
  private static final int NO_SUCH_TABLE = 1146;

  /** ER_TABLESPACE_MISSING. */
  private static final int TABLESPACE_MISSING = 1812;

  private Failures() {}

  /** The answer to a look-up that ended with this; whatever isn't foreseen is our own mistake. */
  static Answer.Undecidable of(@Nullable Throwable failure) {
    if (failure instanceof UndecidedException undecided) {
      return undecided.answer();
    }
    return new Answer.Undecidable(reason(failure), detail(failure));
  }

  private static UndecidableReason reason(@Nullable Throwable failure) {
    if (failure instanceof SQLException sql) {
      return sql.getErrorCode() == NO_SUCH_TABLE || sql.getErrorCode() == TABLESPACE_MISSING
          ? UndecidableReason.TABLE_UNREADABLE
          : UndecidableReason.DATABASE_ERROR;
    }
    if (failure instanceof ReadStoppedException stopped) {
      return switch (stopped.kind()) {
        case DEADLINE -> UndecidableReason.DEADLINE;
        case INTERRUPTED -> UndecidableReason.INTERRUPTED;
      };
    }
    if (failure instanceof ControlSchemaException) {
      return UndecidableReason.DATABASE_ERROR;
    }
    if (failure instanceof ArchiveReadException || failure instanceof DataFileException) {
      return UndecidableReason.ARCHIVE_UNREADABLE;
    }
    if (failure instanceof UnsupportedColumnsException
        || failure instanceof TableMismatchException) {
      return UndecidableReason.UNSUPPORTED_COLUMNS;
    }
    return failure instanceof UnstorableValueException
        ? UndecidableReason.ROW_UNREADABLE
        : UndecidableReason.INTERNAL_ERROR;
  }

  private static String detail(@Nullable Throwable failure) {
    if (failure instanceof SQLException sql) {
      return "MySQL: "
          + sql.getMessage()
          + " (error "
          + sql.getErrorCode()
          + ", SQLSTATE "
          + sql.getSQLState()
          + ")"
          + (sql.getErrorCode() == ACCESS_DENIED
              ? ". Grant what is missing (docs/protocols-lookup.md)."
              : "");
    }
    String message = failure == null ? null : failure.getMessage();
    return message == null || reason(failure) == UndecidableReason.INTERNAL_ERROR
        ? String.valueOf(failure)
        : message;
  }
}
