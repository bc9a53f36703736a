package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.IdentityRule;
import io.tallykeep.archive.schema.SourceColumn;
import io.tallykeep.archive.schema.SourceKey;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.schema.UnsupportedColumnsException;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.verifier.online.LateProbe;
import io.tallykeep.verifier.online.OnlineProbe;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What was read about the dataset's two tables in MySQL, and the probes made from it: as long as
 * the tables keep their columns, one serves all look-ups.
 *
 * @param schema the online table's columns
 * @param identityColumns its identity columns as MySQL declares them, in the identity's order
 * @param payloadHash the dataset's payload hash column as MySQL declares it, if it has one
 * @param lateIdentityRule which identities the late table can't tell apart
 * @param online step 1's probe
 * @param late step 2's probe
 * @param archive step 4's probe
 */
record TableShape(
    ArchiveSchema schema,
    List<SourceColumn> identityColumns,
    Optional<SourceColumn> payloadHash,
    IdentityRule lateIdentityRule,
    OnlineProbe online,
    LateProbe late,
    ArchiveProbe archive) {

  /**
   * Reads the shape of both tables.
   *
   * @throws UndecidedException if a table is missing, has columns that can't be read, or the late
   *     table's primary key is not the identity
   */
  static TableShape read(Connection connection, Dataset dataset, ArchiveCatalog catalog)
      throws SQLException, UndecidedException {
    SourceTable table = table(connection, dataset.table());
    SourceTable lateTable = table(connection, dataset.lateTable());
    try {
      ArchiveSchema schema = ArchiveSchema.of(dataset, table);
      ArchiveSchema lateSchema = ArchiveSchema.of(dataset, lateTable);
      requireIdentityAsKey(dataset, lateTable);
      return new TableShape(
          schema,
          dataset.identity().stream().map(name -> table.column(name).orElseThrow()).toList(),
          dataset.payloadHash().flatMap(table::column),
          lateSchema.identityRule(),
          new OnlineProbe(dataset, schema),
          new LateProbe(dataset, schema),
          new ArchiveProbe(catalog, dataset, schema));
    } catch (UnsupportedColumnsException e) {
      throw new UndecidedException(
          UndecidableReason.UNSUPPORTED_COLUMNS, String.valueOf(e.getMessage()));
    }
  }

  private static SourceTable table(Connection connection, TableName name)
      throws SQLException, UndecidedException {
    return SourceTable.read(connection, name)
        .orElseThrow(
            () ->
                new UndecidedException(
                    UndecidableReason.TABLE_UNREADABLE,
                    "table "
                        + name
                        + " does not exist, or this account may not read it. Check the dataset's"
                        + " table names and the account's SELECT privilege."));
  }

  private static void requireIdentityAsKey(Dataset dataset, SourceTable lateTable)
      throws UndecidedException {
    List<SourceKey.Part> key = lateTable.primaryKey().map(SourceKey::parts).orElse(List.of());
    boolean isIdentity =
        key.size() == dataset.identity().size()
            && dataset.identity().stream()
                .allMatch(column -> key.stream().anyMatch(part -> isWhole(part, column)));
    if (!isIdentity) {
      throw new UndecidedException(
          UndecidableReason.UNSUPPORTED_COLUMNS,
          "the primary key of late table "
              + dataset.lateTable()
              + " is not the identity "
              + dataset.identity()
              + ", so that it could hold an event twice. Make the identity its primary key.");
    }
  }

  private static boolean isWhole(SourceKey.Part part, Identifier column) {
    return part.whole() && part.column().filter(column::sameColumn).isPresent();
  }
}
