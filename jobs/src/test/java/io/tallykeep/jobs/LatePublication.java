package io.tallykeep.jobs;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.file.DataFileDescriber;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.CommitGuard;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.archive.table.Publication;
import io.tallykeep.jobs.retention.copy.CopyBounds;
import io.tallykeep.jobs.retention.copy.PartitionReader;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Set;
import java.util.UUID;

/** A second commit of rows of an archived day, as late rows make one. */
public final class LatePublication {
  private LatePublication() {}

  /**
   * Publishes the rows of a table shaped and partitioned as the inbox.
   *
   * @param table its name, in the inbox's schema
   */
  public static CommitOutcome publish(
      TestInbox inbox, TestArchive archive, String table, LocalDate day)
      throws SQLException, IOException {
    ArchiveTable into = archive.table();
    try (Connection connection = inbox.server().getConnection()) {
      SourceTable source =
          SourceTable.read(connection, TableName.parse(inbox.schema() + "." + table)).orElseThrow();
      ArchiveSchema schema = ArchiveSchema.of(into.dataset(), source);
      PartitionReader.Copied copied =
          new PartitionReader(
                  schema, source, Identifier.of(TestInbox.partition(day)), Set.of(day), 1_000)
              .copy(
                  connection,
                  of ->
                      archive
                          .servers()
                          .storage()
                          .fileIO()
                          .newOutputFile(into.newDataFilePath(of, "late")),
                  CopyBounds.of(archive.servers().settings().copy()));
      return into.publish(
          new Publication(
              into.dataset().name(),
              into.dataset().shard(),
              "late",
              UUID.randomUUID().toString(),
              1,
              copied.files().stream()
                  .map(
                      file ->
                          DataFileDescriber.describe(
                              into.schema(),
                              archive.servers().storage().fileIO(),
                              file.path(),
                              file.sizeBytes()))
                  .toList(),
              copied.digests().total(),
              Set.of()),
          CommitGuard.NONE);
    }
  }
}
