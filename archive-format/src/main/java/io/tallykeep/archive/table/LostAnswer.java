package io.tallykeep.archive.table;

import io.tallykeep.archive.table.CommitOutcome.Reason;
import io.tallykeep.archive.table.PointerMove.Result;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadata.MetadataLogEntry;

/**
 * Finds out how a commit ended whose answer did not arrive.
 *
 * <p>On a fresh connection to the same server it waits until the commit's session is gone, so that
 * nothing can be applied any more, and then reads where the pointer stands. The metadata log of the
 * head lists the metadata files before it without a gap; so a move that is not in a log which holds
 * the move's own starting point was overtaken.
 */
final class LostAnswer {
  /** One wait for the session's lock; well below the connection's read timeout. */
  private static final int SLICE_SECONDS = 3;

  private static final Duration PAUSE = Duration.ofMillis(250);

  private final ControlConnections connections;
  private final PointerRow row;
  private final MetadataFiles metadata;
  private final Duration patience;

  /**
   * @param patience how long to wait for the session's end; longer than the session's own idle time
   */
  LostAnswer(
      ControlConnections connections, PointerRow row, MetadataFiles metadata, Duration patience) {
    this.connections = connections;
    this.row = row;
    this.metadata = metadata;
    this.patience = patience;
  }

  Result resolve(CommitSession session, PointerMove move, SQLException cause) {
    long deadline = System.nanoTime() + patience.toNanos();
    do {
      try (Connection connection = connections.open()) {
        Optional<Result> result = look(connection, session, move, cause);
        if (result.isPresent()) {
          return result.get();
        }
      } catch (SQLException e) {
        if (cause.getSuppressed().length == 0) {
          cause.addSuppressed(e);
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    } while (System.nanoTime() < deadline && !Thread.currentThread().isInterrupted());
    return unknown(
        "its session could not be seen to end within " + patience.toSeconds() + " s", cause);
  }

  private Optional<Result> look(
      Connection connection, CommitSession session, PointerMove move, SQLException cause)
      throws SQLException {
    try (PreparedStatement wait =
        connection.prepareStatement("SELECT @@server_uuid, GET_LOCK(?, ?)")) {
      wait.setString(1, session.lock());
      wait.setInt(2, SLICE_SECONDS);
      try (ResultSet answer = wait.executeQuery()) {
        answer.next();
        if (!session.serverUuid().equals(answer.getString(1))) {
          return Optional.of(
              unknown("the server is now another one (" + answer.getString(1) + ")", cause));
        }
        if (answer.getInt(2) != 1) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(judge(row.read(connection), move, cause));
  }

  private Result judge(Optional<Pointer> pointer, PointerMove move, SQLException cause) {
    Optional<String> head = pointer.map(Pointer::metadataLocation);
    if (head.equals(Optional.of(move.to()))) {
      return new Result.Moved();
    }
    if (head.equals(move.from())) {
      return new Result.NotMoved(
          Reason.NOT_APPLIED,
          row + ": the transaction was lost before it was applied (" + SqlText.of(cause) + ").");
    }
    if (head.isEmpty()) {
      return unknown("the catalog no longer has the table", cause);
    }
    return judgeByLog(head.get(), move, cause);
  }

  private Result judgeByLog(String head, PointerMove move, SQLException cause) {
    TableMetadata current;
    try {
      current = metadata.read(head);
    } catch (ArchiveReadException e) {
      cause.addSuppressed(e);
      return unknown("the current head " + head + " can't be read", cause);
    }
    List<String> before = current.previousFiles().stream().map(MetadataLogEntry::file).toList();
    if (before.contains(move.to())) {
      return new Result.Moved();
    }
    if (move.from().isEmpty() || before.contains(move.from().get())) {
      return new Result.NotMoved(
          Reason.CONFLICT, row + ": another commit moved the head to " + head + ".");
    }
    return unknown("the history of the current head " + head + " does not tell", cause);
  }

  private Result unknown(String why, SQLException cause) {
    return new Result.Unknown(
        row
            + ": the answer to a commit was lost ("
            + SqlText.of(cause)
            + ") and "
            + why
            + ". Nothing was deleted. Look the run id up before anything else is done.",
        cause);
  }
}
