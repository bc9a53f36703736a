package io.tallykeep.jobs.retention.copy;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.file.DataFileDescriber;
import io.tallykeep.archive.file.WrittenFile;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.ObjectState;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.archive.table.SummaryKeys;
import io.tallykeep.jobs.batch.PartitionRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.io.FileIO;

/**
 * The control schema's record of the data files each copy attempt wrote ({@code archive_file}):
 * what publish commits, prove reads back and drop looks for.
 */
public final class ArchiveFiles {
  private static final String SELECT =
      "SELECT path, size_bytes, etag, event_day, row_count, digest FROM ";

  private final String table;

  public ArchiveFiles(Identifier controlSchema) {
    this.table = controlSchema.quoted() + ".archive_file";
  }

  /**
   * One recorded file.
   *
   * @param path where it is
   * @param sizeBytes its exact size
   * @param etag the entity tag the store gave it
   * @param eventDay the event day of its rows
   * @param digest count and digest of its rows, from MySQL's values
   */
  public record Recorded(
      String path, long sizeBytes, String etag, LocalDate eventDay, TableDigest digest) {
    /** As an Iceberg data file, described from its footer. */
    public DataFile describe(ArchiveSchema schema, FileIO io) {
      return DataFileDescriber.describe(schema, io, path, sizeBytes);
    }

    /**
     * Looks for files just written.
     *
     * @throws IllegalStateException if the store does not hold one as it was written
     */
    public static List<Recorded> of(List<WrittenFile> written, ArchiveStorage storage) {
      List<Recorded> files = new ArrayList<>();
      for (WrittenFile file : written) {
        ObjectState state = storage.objectState(file.path());
        if (!(state instanceof ObjectState.Present present)
            || present.sizeBytes() != file.sizeBytes()) {
          throw new IllegalStateException(
              "data file "
                  + file.path()
                  + " was written with "
                  + file.sizeBytes()
                  + " bytes, but the object store now says "
                  + state
                  + ". Nothing was published; run the job again.");
        }
        files.add(
            new Recorded(
                file.path(), file.sizeBytes(), present.etag(), file.eventDay(), file.digest()));
      }
      return files;
    }
  }

  /** Records an attempt's files; an earlier record of the same attempt is replaced. */
  public void record(
      Connection connection, PartitionRun run, int shard, long freezeNumber, List<Recorded> files)
      throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM " + table + " WHERE run_id = ? AND freeze_number = ?")) {
      delete.setString(1, run.runId());
      delete.setLong(2, freezeNumber);
      delete.executeUpdate();
    }
    Attempt attempt = new Attempt(run.runId(), freezeNumber, run.tablePartition());
    insert(connection, new Owner(run.dataset(), shard), attempt, 0, files);
  }

  /**
   * Adds files that a run in the archive's history published, after those of it that are recorded.
   */
  public void add(Connection connection, Dataset dataset, PublishedRun run, List<Recorded> files)
      throws SQLException {
    Attempt attempt =
        new Attempt(
            run.runId(),
            Long.parseLong(run.summary().getOrDefault(SummaryKeys.FREEZE_NUMBER, "0")),
            run.summary().getOrDefault(SummaryKeys.TABLE_PARTITION, ""));
    int next;
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT COALESCE(MAX(ordinal) + 1, 0) FROM "
                + table
                + " WHERE run_id = ? AND freeze_number = ?")) {
      statement.setString(1, attempt.runId());
      statement.setLong(2, attempt.freezeNumber());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        next = row.getInt(1);
      }
    }
    insert(connection, new Owner(dataset.name(), dataset.shard()), attempt, next, files);
  }

  private record Attempt(String runId, long freezeNumber, String tablePartition) {}

  private record Owner(String dataset, int shard) {}

  private void insert(
      Connection connection, Owner owner, Attempt attempt, int firstOrdinal, List<Recorded> files)
      throws SQLException {
    String insert =
        "INSERT INTO "
            + table
            + " (run_id, freeze_number, ordinal, dataset, shard, table_partition, event_day, path,"
            + " size_bytes, etag, row_count, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      int ordinal = firstOrdinal;
      for (Recorded file : files) {
        statement.setString(1, attempt.runId());
        statement.setLong(2, attempt.freezeNumber());
        statement.setInt(3, ordinal++);
        statement.setString(4, owner.dataset());
        statement.setInt(5, owner.shard());
        statement.setString(6, attempt.tablePartition());
        statement.setObject(7, file.eventDay());
        statement.setString(8, file.path());
        statement.setLong(9, file.sizeBytes());
        statement.setString(10, file.etag());
        statement.setLong(11, file.digest().rowCount());
        statement.setBytes(12, file.digest().bytes());
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** The paths of every file that is recorded of a dataset. */
  public Set<String> paths(Connection connection, Dataset dataset) throws SQLException {
    Set<String> paths = new HashSet<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT path FROM " + table + " WHERE dataset = ? AND shard = ?")) {
      statement.setString(1, dataset.name());
      statement.setInt(2, dataset.shard());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          paths.add(row.getString(1));
        }
      }
    }
    return paths;
  }

  /** The files of one attempt, in the order they were recorded. */
  public List<Recorded> of(Connection connection, String runId, long freezeNumber)
      throws SQLException {
    String select = SELECT + table + " WHERE run_id = ? AND freeze_number = ? ORDER BY ordinal";
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, runId);
      statement.setLong(2, freezeNumber);
      List<Recorded> files = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          files.add(recorded(row));
        }
      }
      return files;
    }
  }

  /**
   * Everything recorded of a dataset's files of these days, by path.
   *
   * @param firstDay the first event day
   * @param lastDay the last one
   */
  public Map<String, Recorded> ofDays(
      Connection connection, Dataset dataset, LocalDate firstDay, LocalDate lastDay)
      throws SQLException {
    String select =
        SELECT + table + " WHERE dataset = ? AND shard = ? AND event_day BETWEEN ? AND ?";
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, dataset.name());
      statement.setInt(2, dataset.shard());
      statement.setObject(3, firstDay);
      statement.setObject(4, lastDay);
      Map<String, Recorded> files = new HashMap<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          Recorded file = recorded(row);
          files.put(file.path(), file);
        }
      }
      return files;
    }
  }

  private static Recorded recorded(ResultSet row) throws SQLException {
    return new Recorded(
        row.getString("path"),
        row.getLong("size_bytes"),
        row.getString("etag"),
        row.getObject("event_day", LocalDate.class),
        TableDigest.of(row.getLong("row_count"), row.getBytes("digest")));
  }

  /**
   * Paths that other attempts on the same table partition recorded for these days. Bounded to the
   * days now frozen, so that a partition name used again never replaces an older day's archive.
   */
  public Set<String> pathsOfOtherAttempts(
      Connection connection, PartitionRun run, int shard, long freezeNumber, Set<LocalDate> days)
      throws SQLException {
    String select =
        "SELECT path, event_day FROM "
            + table
            + " WHERE dataset = ? AND shard = ? AND table_partition = ?"
            + " AND NOT (run_id = ? AND freeze_number = ?)";
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, run.dataset());
      statement.setInt(2, shard);
      statement.setString(3, run.tablePartition());
      statement.setString(4, run.runId());
      statement.setLong(5, freezeNumber);
      Set<String> paths = new TreeSet<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          if (days.contains(row.getObject("event_day", LocalDate.class))) {
            paths.add(row.getString("path"));
          }
        }
      }
      return paths;
    }
  }
}
