package io.tallykeep.archive.table;

import io.tallykeep.archive.table.PointerMove.Result;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.iceberg.BaseMetastoreTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Iceberg's view of the table for one single commit.
 *
 * <p>It is pinned to the head it was opened at: a refresh reads nothing newer, so that what was
 * checked against that head (the run id, the live files) still holds when the compare-and-set
 * demands the same head. It commits once; starting over takes a new one, and with it a new snapshot
 * id (an old one would be taken for a rollback to it and undo what others put on top).
 */
final class ArchiveTableOperations extends BaseMetastoreTableOperations {
  private static final Logger LOG = LoggerFactory.getLogger(ArchiveTableOperations.class);

  private final String name;
  private final FileIO io;
  private final MetadataFiles metadataFiles;
  private final PointerCommit pointer;
  private final UnusedMetadata unusedMetadata;
  private final CommitGuard guard;
  private Optional<String> head;
  private boolean tried;

  /**
   * @param head the metadata file to build on, empty to create the table
   */
  ArchiveTableOperations(TableStore store, String name, Optional<String> head, CommitGuard guard) {
    this.name = name;
    this.io = store.io();
    this.metadataFiles = store.metadataFiles();
    this.pointer = store.pointerCommit();
    this.unusedMetadata = store.unusedMetadata();
    this.head = head;
    this.guard = guard;
  }

  @Override
  protected String tableName() {
    return name;
  }

  @Override
  public FileIO io() {
    return io;
  }

  @Override
  public boolean requireStrictCleanup() {
    return true;
  }

  /** The head this is pinned to; after a commit the metadata file it wrote. */
  Optional<String> head() {
    return head;
  }

  @Override
  protected void doRefresh() {
    if (head.isEmpty()) {
      disableRefresh();
    } else {
      refreshFromMetadataLocation(head.get(), null, 0, metadataFiles::read);
    }
  }

  @Override
  protected void doCommit(TableMetadata base, TableMetadata metadata) {
    if (tried) {
      throw new IllegalStateException(
          "a second commit of " + name + " by one operation: start over from the current head.");
    }
    tried = true;
    Snapshot snapshot = metadata.currentSnapshot();
    String written = writeNewMetadataIfRequired(base == null, metadata);
    PointerMove move =
        new PointerMove(head, written, snapshot == null ? 0 : snapshot.sequenceNumber());
    Result result = pointer.apply(move, guard);
    if (result instanceof Result.NotMoved notMoved) {
      Optional<Result.Unknown> named = unusedMetadata.named(written, notMoved);
      if (named.isPresent()) {
        throw new CommitUnknownException(named.get());
      }
      deleteUnused(written);
      throw new CommitRefusedException(notMoved);
    }
    if (result instanceof Result.Unknown unknown) {
      throw new CommitUnknownException(unknown);
    }
    head = Optional.of(written);
  }

  /** Deletes the metadata file of a commit that did not happen; one that stays does no harm. */
  private void deleteUnused(String written) {
    try {
      io.deleteFile(written);
    } catch (SdkException | UncheckedIOException e) {
      LOG.warn("{}: the unused metadata file {} could not be deleted.", name, written, e);
    }
  }
}
