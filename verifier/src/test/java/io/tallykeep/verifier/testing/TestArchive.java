package io.tallykeep.verifier.testing;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.file.DataFileDescriber;
import io.tallykeep.archive.file.DataFileWriter;
import io.tallykeep.archive.file.FileLimits;
import io.tallykeep.archive.file.WrittenFile;
import io.tallykeep.archive.read.ReadLimits;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.RowReader;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.CommitGuard;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.archive.table.Credentials;
import io.tallykeep.archive.table.Pointer;
import io.tallykeep.archive.table.Publication;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.iceberg.DataFile;

/** A dataset's archive in a bucket of its own, and the publishing of rows from MySQL into it. */
public final class TestArchive implements AutoCloseable {
  private final TestSchema schema;
  private final Dataset dataset;
  private final String bucket;
  private final ArchiveStorage storage;

  private TestArchive(TestSchema schema, Dataset dataset, Sandbox sandbox) {
    this.schema = schema;
    this.dataset = dataset;
    this.bucket = sandbox.newBucket("verifier");
    this.storage = storage(sandbox.s3());
  }

  /** An archive on the shared sandbox; its table does not exist yet. */
  public static TestArchive create(TestSchema schema, Dataset dataset) {
    return new TestArchive(schema, dataset, Sandbox.shared());
  }

  /** The bucket through another address of the same server, such as a proxy's. */
  public ArchiveStorage storage(S3Address address) {
    return storage(address, ReadLimits.DEFAULT);
  }

  /** The same with other limits for look-ups. */
  public ArchiveStorage storage(S3Address address, ReadLimits limits) {
    return new ArchiveStorage(
        Optional.of(address.endpoint()),
        address.region(),
        bucket,
        "archive",
        true,
        Optional.of(Credentials.of(address.accessKey(), address.secretKey())),
        limits);
  }

  public ArchiveStorage storage() {
    return storage;
  }

  public ArchiveCatalog catalog() {
    return catalog(storage);
  }

  public ArchiveCatalog catalog(ArchiveStorage through) {
    return new ArchiveCatalog(schema.dataSource(), schema.name(), through);
  }

  /** The dataset's table; created if it does not exist. */
  public ArchiveTable table() {
    return catalog().ensureTable(dataset, archiveSchema());
  }

  /**
   * Publishes the day's rows of the online table and records sequence, count and digest in the
   * ledger.
   *
   * @return the paths of the files
   */
  public Set<String> publish(LocalDate day) {
    return publish(dataset.table().quoted(), day, true, Set.of());
  }

  /** Publishes the day's rows of the late table and raises the ledger's sequence. */
  public Set<String> publishLate(LocalDate day) {
    return publish(dataset.lateTable().quoted(), day, false, Set.of());
  }

  /**
   * Writes the day's files anew from a table, replaces the present ones in one commit and deletes
   * them, as compaction and the removal of orphans do.
   */
  public void rewrite(LocalDate day, TableName from) {
    Pointer before = table().pointer();
    Set<String> old =
        table().at(before).files(day).stream().map(ArchivedFile::path).collect(Collectors.toSet());
    publish(from.quoted(), day, true, old);
    old.forEach(this::delete);
  }

  /** Deletes an object from the bucket behind the table's back. */
  public void delete(String path) {
    storage.fileIO().deleteFile(path);
  }

  /** Removes the day's files from the table, as expire does. */
  public void expire(LocalDate day) {
    requireCommitted(table().expire(Set.of(day), UUID.randomUUID().toString(), CommitGuard.NONE));
  }

  private Set<String> publish(String from, LocalDate day, boolean proven, Set<String> replaces) {
    ArchiveTable table = table();
    try {
      List<DataFile> files = new ArrayList<>();
      TableDigest digest = TableDigest.ZERO;
      Optional<WrittenFile> written = write(table, from, day);
      if (written.isPresent()) {
        WrittenFile file = written.get();
        files.add(
            DataFileDescriber.describe(
                table.schema(), storage.fileIO(), file.path(), file.sizeBytes()));
        digest = file.digest();
      }
      CommitOutcome.Committed committed =
          requireCommitted(
              table.publish(
                  new Publication(
                      dataset.name(),
                      dataset.shard(),
                      "p1",
                      UUID.randomUUID().toString(),
                      1,
                      files,
                      digest,
                      replaces),
                  CommitGuard.NONE));
      record(day, committed.sequence(), digest, proven);
      return files.stream().map(DataFile::location).collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(from + ": " + e.getMessage(), e);
    }
  }

  private void record(LocalDate day, long sequence, TableDigest digest, boolean proven) {
    schema.execute(
        "UPDATE day_ledger SET snapshot_sequence = ? WHERE event_day = ?", sequence, day);
    if (proven) {
      schema.execute(
          "UPDATE day_ledger SET row_count = ?, digest = ? WHERE event_day = ?",
          digest.rowCount(),
          digest.bytes(),
          day);
    }
  }

  /** Writes the day's rows into one file; empty if there are none. */
  private Optional<WrittenFile> write(ArchiveTable table, String from, LocalDate day)
      throws IOException, SQLException {
    RowReader reader = new RowReader(table.schema());
    String order =
        dataset.identity().stream().map(c -> c.quoted()).collect(Collectors.joining(", "));
    String sql =
        "SELECT "
            + reader.selectList()
            + " FROM "
            + from
            + " WHERE "
            + dataset.eventDay().quoted()
            + " = ? ORDER BY "
            + order;
    try (Connection connection = schema.dataSource().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, day);
      statement.setFetchSize(Integer.MIN_VALUE); // streamed
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        String path = table.newDataFilePath(day, "test");
        try (DataFileWriter writer =
            new DataFileWriter(
                table.schema(), storage.fileIO().newOutputFile(path), FileLimits.DEFAULT)) {
          do {
            writer.write(reader.read(row));
          } while (row.next());
          return Optional.of(writer.finish());
        }
      }
    }
  }

  private ArchiveSchema archiveSchema() {
    try (Connection connection = schema.dataSource().getConnection()) {
      return ArchiveSchema.of(dataset, SourceTable.read(connection, dataset.table()).orElseThrow());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CommitOutcome.Committed requireCommitted(CommitOutcome outcome) {
    if (outcome instanceof CommitOutcome.Committed committed) {
      return committed;
    }
    throw new IllegalStateException("the test's commit ended as " + outcome);
  }

  @Override
  public void close() {
    storage.close();
  }
}
