package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.schema.SourceColumn;
import io.tallykeep.archive.schema.SourceKey;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.jobs.retention.guard.Finding.Owner;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.session.TableColumns;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The small table of a dataset's late rows: the online table's columns, the identity as primary key
 * and an index on the event day. It has no partitions, so its key is unique over all days.
 */
public final class LateTable {
  private static final Pattern AUTO_INCREMENT = Pattern.compile("^([^']*?) AUTO_INCREMENT");

  private final Dataset dataset;

  public LateTable(Dataset dataset) {
    this.dataset = dataset;
  }

  boolean exists(Session session) throws SQLException {
    return SourceTable.read(session.connection(), dataset.lateTable()).isPresent();
  }

  /**
   * The statement that creates it, taken from the online table as it is now. A column that counts
   * itself there gets the default 0 here: the number belongs to the online table, and a late row
   * has none.
   */
  String createSql(Session session) throws SQLException {
    String columns =
        TableColumns.definitions(session, dataset.table()).stream()
            .map(line -> AUTO_INCREMENT.matcher(line).replaceFirst("$1 DEFAULT '0'"))
            .collect(Collectors.joining(",\n"));
    return "CREATE TABLE "
        + dataset.lateTable().quoted()
        + " (\n"
        + columns
        + ",\n  PRIMARY KEY ("
        + dataset.identity().stream().map(Identifier::quoted).collect(Collectors.joining(", "))
        + "),\n  KEY `late_event_day` ("
        + dataset.eventDay().quoted()
        + ")\n) ENGINE = InnoDB ROW_FORMAT = DYNAMIC "
        + TableColumns.charset(session, dataset.table());
  }

  /** What keeps an existing late table from holding this dataset's rows; empty if none exists. */
  public List<Finding> findings(Session session) throws SQLException {
    Optional<SourceTable> online = SourceTable.read(session.connection(), dataset.table());
    Optional<SourceTable> late = SourceTable.read(session.connection(), dataset.lateTable());
    if (online.isEmpty() || late.isEmpty()) {
      return List.of();
    }
    List<String> differences = new ArrayList<>();
    compare("columns", online.get(), late.get(), SourceColumn::name, differences);
    compare("types", online.get(), late.get(), SourceColumn::columnType, differences);
    compare("NULL rules", online.get(), late.get(), SourceColumn::nullable, differences);
    compare("collations", online.get(), late.get(), SourceColumn::collation, differences);
    boolean keyed =
        late.get()
            .primaryKey()
            .map((SourceKey key) -> IdentityKey.isExactly(key, dataset.identity()))
            .orElse(false);
    if (!keyed) {
      differences.add("its primary key is not the identity " + dataset.identity());
    }
    if (!late.get().engine().equalsIgnoreCase("InnoDB")) {
      differences.add("its engine is " + late.get().engine() + ", which rolls nothing back");
    }
    if (isPartitioned(session)) {
      differences.add("it is partitioned");
    }
    if (differences.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Finding(
            "LATE_TABLE_DIFFERS",
            Owner.DATA,
            "late table "
                + dataset.lateTable()
                + " does not fit "
                + dataset.table()
                + ": "
                + String.join("; ", differences)
                + ".",
            "Alter it to fit, or, if it is empty, drop it: 'guard install' creates it anew."));
  }

  private static void compare(
      String what,
      SourceTable online,
      SourceTable late,
      Function<SourceColumn, Object> property,
      List<String> differences) {
    List<Object> there = online.columns().stream().map(property).toList();
    List<Object> here = late.columns().stream().map(property).toList();
    if (!there.equals(here)) {
      differences.add("its " + what + " are " + here + ", not " + there);
    }
  }

  private boolean isPartitioned(Session session) throws SQLException {
    return session.number(
            "SELECT COUNT(*) FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = ?"
                + " AND TABLE_NAME = ? AND PARTITION_NAME IS NOT NULL",
            dataset.lateTable().schema().value(),
            dataset.lateTable().table().value())
        > 0;
  }
}
