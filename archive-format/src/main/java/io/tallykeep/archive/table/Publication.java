package io.tallykeep.archive.table;

import io.tallykeep.archive.digest.TableDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.DataFile;

/**
 * The files of one copied table partition, to be put into the archive table in one commit.
 *
 * @param dataset the dataset's name
 * @param shard its shard
 * @param tablePartition the MySQL table partition that was copied
 * @param runId unique for this publication; the same again means the same files again
 * @param freezeNumber the freeze the copy belongs to
 * @param files the data files, described from their footers; none for a partition without rows
 * @param digest count and digest of the rows in {@code files}
 * @param replacesPaths files of earlier attempts of this table partition, removed in the same
 *     commit; those that were never published need no removal
 */
public record Publication(
    String dataset,
    int shard,
    String tablePartition,
    String runId,
    long freezeNumber,
    List<DataFile> files,
    TableDigest digest,
    Set<String> replacesPaths) {
  /**
   * @throws IllegalArgumentException if the files' rows are not the digest's count, a file is named
   *     twice, or a file is to be added and removed at once
   */
  public Publication {
    files = List.copyOf(files);
    replacesPaths = Set.copyOf(replacesPaths);
    long rows = 0;
    Set<String> paths = new HashSet<>();
    for (DataFile file : files) {
      rows = Math.addExact(rows, file.recordCount());
      if (!paths.add(file.location())) {
        throw new IllegalArgumentException(
            "publication " + runId + " of " + tablePartition + " names twice: " + file.location());
      }
      if (replacesPaths.contains(file.location())) {
        throw new IllegalArgumentException(
            "publication "
                + runId
                + " of "
                + tablePartition
                + " both adds and replaces "
                + file.location());
      }
    }
    if (rows != digest.rowCount()) {
      throw new IllegalArgumentException(
          "publication "
              + runId
              + " of "
              + tablePartition
              + ": its files hold "
              + rows
              + " rows, its digest says "
              + digest.rowCount()
              + ". Copy the table partition again.");
    }
  }

  /** The paths of the files, in order. */
  public Set<String> paths() {
    Set<String> paths = new TreeSet<>();
    files.forEach(file -> paths.add(file.location()));
    return paths;
  }
}
