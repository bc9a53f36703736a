package io.tallykeep.jobs.retention.replay;

import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.jobs.TestArchive;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.s3.S3Client;

/** The events in the archive's live files, read by DuckDB. */
final class ArchivedEvents {
  private ArchivedEvents() {}

  /**
   * How often each event is in the archive.
   *
   * @param folder for copies of the files
   */
  static Map<String, Integer> counts(TestArchive archive, Path folder)
      throws SQLException, IOException {
    Map<String, Integer> counts = new HashMap<>();
    forEach(archive, folder, event -> counts.merge(event, 1, Integer::sum));
    return counts;
  }

  /**
   * Tells of each row in the archive.
   *
   * @param folder for copies of the files
   * @param row is given the row's event
   */
  static void forEach(TestArchive archive, Path folder, Consumer<String> row)
      throws SQLException, IOException {
    Path files = Files.createTempDirectory(folder, "archived");
    S3Client s3 = archive.servers().storage().s3Client();
    int number = 0;
    for (ArchivedFile file : archive.table().at(archive.table().pointer()).allFiles()) {
      URI at = URI.create(file.path());
      Path target = files.resolve(number++ + ".parquet");
      s3.getObject(request -> request.bucket(at.getHost()).key(at.getPath().substring(1)), target);
    }
    if (number == 0) {
      return;
    }
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT event_id FROM read_parquet('" + files + "/*.parquet')")) {
      while (rows.next()) {
        row.accept(rows.getString(1));
      }
    }
  }
}
