package io.tallykeep.archive.table;

import org.apache.iceberg.exceptions.CommitFailedException;

/**
 * The pointer certainly did not move. As an Iceberg {@link CommitFailedException} it lets Iceberg
 * delete the manifests of this very attempt, which nothing can name.
 */
final class CommitRefusedException extends CommitFailedException {
  private static final long serialVersionUID = 1L;

  private final transient PointerMove.Result.NotMoved result;

  CommitRefusedException(PointerMove.Result.NotMoved result) {
    super("%s", result.detail());
    this.result = result;
  }

  PointerMove.Result.NotMoved result() {
    return result;
  }
}
