package io.tallykeep.archive.table;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;

/** A control schema with an inbox table, a bucket, and publications of files that need no bytes. */
final class ArchiveFixture implements AutoCloseable {
  static final LocalDate DAY = LocalDate.of(2026, 1, 1);

  final Sandbox sandbox = Sandbox.shared();
  final String schema = sandbox.newSchema("archive");
  final String bucket = sandbox.newBucket("archive");
  final MysqlAddress mysql = sandbox.mysql();
  final DataSource control = source(mysql);
  final ArchiveStorage storage = storage(sandbox.s3());
  final Dataset dataset = dataset("inbox");
  final ArchiveSchema archiveSchema;

  ArchiveFixture() {
    controlScript().forEach(this::execute);
    execute(
        "CREATE TABLE inbox (consumer_name VARCHAR(64) CHARACTER SET utf8mb4 COLLATE"
            + " utf8mb4_0900_bin NOT NULL, event_id BINARY(16) NOT NULL, event_day DATE NOT NULL,"
            + " payload_hash BINARY(32) NOT NULL, result_code INT NULL, PRIMARY KEY (consumer_name,"
            + " event_id, event_day))");
    this.archiveSchema = mapped();
  }

  DataSource source(MysqlAddress address) {
    return new MysqlSource(address.jdbcUrl(schema), address.user(), address.password())
        .dataSource();
  }

  ArchiveStorage storage(S3Address address) {
    return new ArchiveStorage(
        Optional.of(address.endpoint()),
        address.region(),
        bucket,
        "warehouse",
        true,
        Optional.of(Credentials.of(address.accessKey(), address.secretKey())));
  }

  Dataset dataset(String name) {
    return new Dataset(
        name,
        0,
        TableName.parse(schema + ".inbox"),
        TableName.parse(schema + ".inbox_late"),
        List.of(Identifier.of("consumer_name"), Identifier.of("event_id")),
        Identifier.of("event_day"),
        EventDayOrigin.EVENT_TIME,
        Optional.of(Identifier.of("payload_hash")),
        List.of(Identifier.of("result_code")),
        Optional.empty(),
        Optional.empty());
  }

  /** The inbox table's schema as it is now. */
  ArchiveSchema mapped() {
    try (Connection connection = control.getConnection()) {
      return ArchiveSchema.of(dataset, SourceTable.read(connection, dataset.table()).orElseThrow());
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  ArchiveCatalog catalog() {
    return catalog(control);
  }

  ArchiveCatalog catalog(DataSource source) {
    return new ArchiveCatalog(source, Identifier.of(schema), storage);
  }

  ArchiveTable table() {
    return catalog().ensureTable(dataset, archiveSchema);
  }

  ArchiveTable table(DataSource source) {
    return catalog(source).ensureTable(dataset, archiveSchema);
  }

  /** The table without a look at what is there, and with nothing kept from before. */
  ArchiveTable uncheckedTable(DataSource source, Duration patience) {
    return new ArchiveTable(
        new TableStore(source, Identifier.of(schema), "inbox", storage, patience), archiveSchema);
  }

  /** A file's entry; the object itself does not exist. */
  DataFile file(LocalDate day, String name, long rows) {
    ArchiveColumn id = archiveSchema.column(archiveSchema.identityIndexes().get(1));
    byte[] least = new byte[16];
    byte[] greatest = new byte[16];
    greatest[0] = (byte) 0x80;
    return DataFiles.builder(archiveSchema.partitionSpec())
        .withPath(storage.warehouse() + "/archive/inbox/data/" + name + ".parquet")
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(1000 + rows)
        .withPartitionPath("event_day=" + day)
        .withSortOrder(archiveSchema.sortOrder())
        .withMetrics(
            new Metrics(
                rows,
                null,
                null,
                null,
                null,
                Map.of(id.fieldId(), ByteBuffer.wrap(least)),
                Map.of(id.fieldId(), ByteBuffer.wrap(greatest))))
        .build();
  }

  Publication publication(String runId, DataFile... files) {
    return publication(runId, Set.of(), files);
  }

  Publication publication(String runId, Set<String> replaces, DataFile... files) {
    long rows = List.of(files).stream().mapToLong(DataFile::recordCount).sum();
    return new Publication(
        dataset.name(),
        0,
        "p20260101",
        runId,
        7,
        List.of(files),
        new TableDigest(rows, BigInteger.valueOf(rows)),
        replaces);
  }

  void execute(String sql) {
    try (Connection connection = control.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  String single(String sql) {
    try (Connection connection = control.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return String.valueOf(row.getString(1));
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  /** Keys of the table's objects in the bucket that end like this. */
  List<String> objects(String ending) {
    return storage.s3Client().listObjectsV2(request -> request.bucket(bucket)).contents().stream()
        .map(object -> object.key())
        .filter(key -> key.endsWith(ending))
        .toList();
  }

  static String key(String path) {
    return path.substring(path.indexOf('/', "s3://".length()) + 1);
  }

  /** Creates this fixture's schema with the control tables on another server. */
  void createControlSchema(DataSource server) {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE `" + schema + "`");
      statement.execute("USE `" + schema + "`");
      for (String part : controlScript()) {
        statement.execute(part);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> controlScript() {
    try (InputStream script =
        Dataset.class.getResourceAsStream("/io/tallykeep/control/V1__control_schema.sql")) {
      if (script == null) {
        throw new AssertionError("the control schema's script is not on the class path");
      }
      String sql = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(sql.replaceAll("(?m)^--.*$", "").split(";"))
          .filter(part -> !part.isBlank())
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    storage.close();
    execute("DROP DATABASE `" + schema + "`");
  }
}
