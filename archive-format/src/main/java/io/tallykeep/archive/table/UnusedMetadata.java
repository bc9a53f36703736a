package io.tallykeep.archive.table;

import io.tallykeep.archive.table.PointerMove.Result;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks, before the metadata file of a commit that did not happen is deleted, whether the pointer
 * names it all the same: whoever puts the pointer back from the bucket ({@link CatalogRecovery})
 * finds that file there and may take it for the newest.
 */
final class UnusedMetadata {
  private final ControlConnections connections;
  private final PointerRow row;
  private final MetadataFiles metadata;

  UnusedMetadata(ControlConnections connections, PointerRow row, MetadataFiles metadata) {
    this.connections = connections;
    this.row = row;
    this.metadata = metadata;
  }

  /**
   * Empty if nothing names the file, so that it may be deleted.
   *
   * @param written the metadata file
   * @param notMoved why the commit did not happen
   * @return that the outcome can't be told, if the pointer stands at the file or was moved on from
   *     it, or if neither can be told
   */
  Optional<Result.Unknown> named(String written, Result.NotMoved notMoved) {
    try (Connection connection = connections.open()) {
      PointerRow.Heads heads = row.heads(connection);
      boolean named =
          Stream.of(heads.catalog(), heads.own())
              .flatMap(Optional::stream)
              .distinct()
              .anyMatch(head -> head.equals(written) || isBuiltOn(head, written));
      return named
          ? Optional.of(
              unknown(
                  notMoved,
                  "the pointer stands on " + written + " all the same: it was put back from there",
                  new CommitRefusedException(notMoved)))
          : Optional.empty();
    } catch (SQLException | ArchiveReadException e) {
      return Optional.of(
          unknown(notMoved, "it can't be told whether the pointer names " + written, e));
    }
  }

  private boolean isBuiltOn(String head, String written) {
    return metadata.read(head).previousFiles().stream()
        .anyMatch(before -> before.file().equals(written));
  }

  private static Result.Unknown unknown(Result.NotMoved notMoved, String why, Exception cause) {
    return new Result.Unknown(
        notMoved.detail()
            + " But "
            + why
            + ". Nothing was deleted. Look the run id up before anything else is done.",
        cause);
  }
}
