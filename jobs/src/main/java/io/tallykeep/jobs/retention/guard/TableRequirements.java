package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.schema.SourceColumn;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.jobs.retention.guard.Finding.Owner;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartition;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a table must be like for its guard to hold: checked at install and before each use. */
final class TableRequirements {
  private static final Set<String> IDENTITY_TYPES =
      Set.of(
          "char",
          "varchar",
          "binary",
          "varbinary",
          "tinyint",
          "smallint",
          "mediumint",
          "int",
          "bigint",
          "decimal",
          "date",
          "datetime");

  private final Dataset dataset;
  private final List<Finding> findings = new ArrayList<>();

  private TableRequirements(Dataset dataset) {
    this.dataset = dataset;
  }

  /** Every finding about the table, its columns, keys and partitions. */
  static List<Finding> check(Session session, Dataset dataset) throws SQLException {
    TableRequirements requirements = new TableRequirements(dataset);
    Optional<SourceTable> table = SourceTable.read(session.connection(), dataset.table());
    if (table.isEmpty()) {
      requirements.findings.add(notFound(dataset));
    } else {
      requirements.checkTable(session, table.get());
    }
    return requirements.findings;
  }

  /** The finding that there is no such table; empty if there is. */
  static Optional<Finding> checkExists(Session session, Dataset dataset) throws SQLException {
    return SourceTable.read(session.connection(), dataset.table()).isPresent()
        ? Optional.empty()
        : Optional.of(notFound(dataset));
  }

  private static Finding notFound(Dataset dataset) {
    return new Finding(
        "TABLE_NOT_FOUND",
        Owner.USER,
        "table " + dataset.table() + " does not exist, or this account may not see it.",
        "Check the dataset's table name, and grant the account SELECT on it.");
  }

  private void add(String code, Owner owner, String what, String mend) {
    findings.add(new Finding(code, owner, what, mend));
  }

  /** A finding about the table's definition. */
  private void addDefinition(String code, String what, String mend) {
    add(code, Owner.USER, "table " + dataset.table() + ": " + what, mend);
  }

  private void checkTable(Session session, SourceTable table) throws SQLException {
    if (!table.engine().equalsIgnoreCase("InnoDB")) {
      addDefinition("NOT_INNODB", "its engine is " + table.engine() + ".", "Move it to InnoDB.");
    }
    checkDay(table.column(dataset.eventDay()));
    dataset.identity().forEach(column -> checkIdentity(column, table.column(column)));
    checkKey(table);
    checkDefaults(session);
    checkPartitions(session);
  }

  private void checkDay(Optional<SourceColumn> day) {
    String name = "event day column " + dataset.eventDay();
    if (day.isEmpty()) {
      add(
          "DAY_COLUMN_NOT_FOUND",
          Owner.USER,
          "table " + dataset.table() + " has no " + name + ".",
          "Name the dataset's event day column as the table does.");
    } else if (!day.get().dataType().equals("date")) {
      addDefinition(
          "DAY_NOT_A_DATE",
          name + " is a " + day.get().columnType() + ".",
          "Make it a DATE: a TIMESTAMP's day differs by session, a DATETIME is no day.");
    } else if (day.get().nullable()) {
      addDefinition("DAY_NULLABLE", name + " may be NULL.", "Make it NOT NULL.");
    } else if (day.get().generated()) {
      addDefinition(
          "DAY_GENERATED",
          name + " is a generated column, which is NULL in a BEFORE trigger.",
          "Make it a plain column that the writer fills.");
    }
  }

  private void checkIdentity(Identifier name, Optional<SourceColumn> found) {
    if (found.isEmpty()) {
      add(
          "IDENTITY_COLUMN_NOT_FOUND",
          Owner.USER,
          "table " + dataset.table() + " has no identity column " + name + ".",
          "Name the dataset's identity columns as the table does.");
      return;
    }
    SourceColumn column = found.get();
    if (column.nullable()) {
      addDefinition(
          "IDENTITY_NULLABLE",
          "identity column " + name + " may be NULL, and a unique key lets NULLs repeat.",
          "Make it NOT NULL.");
    }
    if (!IDENTITY_TYPES.contains(column.dataType())) {
      addDefinition(
          "IDENTITY_TYPE",
          "identity column " + name + " is a " + column.columnType() + ".",
          "Use a text, binary, integer, DECIMAL, DATE or DATETIME column: its values must mean the"
              + " same in every session.");
    } else if (column.collation().isPresent() && !column.collation().get().binary()) {
      addDefinition(
          "IDENTITY_COLLATION",
          "identity column "
              + name
              + " has the collation "
              + column.collation().get().name()
              + ", which calls different identities equal.",
          "Give it a binary collation, best utf8mb4_0900_bin.");
    }
  }

  private void checkKey(SourceTable table) {
    if (IdentityKey.find(table, dataset).isEmpty()) {
      addDefinition(
          "NO_IDENTITY_KEY",
          "no primary or unique key is exactly " + IdentityKey.columns(dataset) + ".",
          "Add one, identity first in the dataset's order: without it one event could have two"
              + " rows.");
    }
  }

  /**
   * Where a table has a BEFORE INSERT trigger, MySQL 8.0.33 works out a DEFAULT expression before
   * the columns it names have their values: the insert fails with 1292 or stores a wrong value.
   */
  private void checkDefaults(Session session) throws SQLException {
    record Default(String column, String expression) {}
    List<Default> expressions =
        session.query(
            "SELECT COLUMN_NAME, COLUMN_DEFAULT FROM information_schema.COLUMNS"
                + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_DEFAULT IS NOT NULL"
                + " AND EXTRA LIKE '%DEFAULT_GENERATED%'",
            row -> new Default(row.getString(1), row.getString(2)),
            dataset.table().schema().value(),
            dataset.table().table().value());
    for (Default found : expressions) {
      if (dataset.eventDay().sameColumn(found.column())) {
        addDefinition(
            "DEFAULT_EXPRESSION",
            "event day column "
                + found.column()
                + " has the default ("
                + found.expression().toLowerCase(Locale.ROOT)
                + "): where the server's clock fills it, it is the day of arrival, and the same event"
                + " redelivered on another day would land in another partition, where MySQL's unique"
                + " key, which is per partition, does not see it.",
            "Drop the default and let the writer give a day that follows from the identity.");
      } else if (found.expression().contains("`")) {
        addDefinition(
            "DEFAULT_EXPRESSION",
            "column "
                + found.column()
                + " has the default ("
                + found.expression().toLowerCase(Locale.ROOT)
                + "), which MySQL works out too early where there is a BEFORE INSERT trigger:"
                + " inserts would fail with 1292 or store a wrong value.",
            "Drop the default and let the writer give the value.");
      }
    }
  }

  private void checkPartitions(Session session) throws SQLException {
    try {
      for (TablePartition partition : TablePartitions.read(session.connection(), dataset).all()) {
        if (partition.upperExclusive().isEmpty() && hasRows(session, partition)) {
          add(
              "MAXVALUE_HOLDS_ROWS",
              Owner.DATA,
              "table "
                  + dataset.table()
                  + ": table partition "
                  + partition.name()
                  + " (MAXVALUE) holds rows.",
              "Split it so that every row lies in a partition with a bound, then install again.");
        }
      }
    } catch (PartitioningNotSupported e) {
      add(
          "PARTITIONING",
          Owner.USER,
          String.valueOf(e.getMessage()),
          "Such a table can't be retained by whole partitions: change it, or leave it out of the"
              + " configuration.");
    }
  }

  private boolean hasRows(Session session, TablePartition partition) throws SQLException {
    return session
        .first(
            "SELECT 1 FROM "
                + dataset.table().quoted()
                + " PARTITION ("
                + partition.name().quoted()
                + ") LIMIT 1",
            row -> row.getInt(1))
        .isPresent();
  }
}
