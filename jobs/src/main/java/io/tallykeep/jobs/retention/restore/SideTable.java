package io.tallykeep.jobs.retention.restore;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.session.TableColumns;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The table that days are restored into: the dataset's columns as they are, identity and event day
 * as its primary key, and nothing else: no partitions, triggers, checks or other keys, which could
 * refuse or change a row that the archive holds. A column that counts itself in the dataset's table
 * takes the archived number here, 0 included.
 */
final class SideTable {
  private static final Pattern AUTO_INCREMENT = Pattern.compile("^([^']*?) AUTO_INCREMENT");

  private final Session session;
  private final TableName name;

  SideTable(Session session, TableName name) {
    this.session = session;
    this.name = name;
  }

  /** The table's comment; empty if there is no such table or view. */
  Optional<String> comment() throws SQLException {
    return session.first(
        "SELECT TABLE_COMMENT FROM information_schema.TABLES"
            + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?",
        row -> row.getString(1),
        name.schema().value(),
        name.table().value());
  }

  /** Creates it, in one statement: it is there with its comment or not at all. */
  void create(Dataset dataset, String comment) throws SQLException {
    List<Identifier> key = new ArrayList<>(dataset.identity());
    key.add(dataset.eventDay());
    String columns =
        TableColumns.definitions(session, dataset.table()).stream()
            .map(line -> AUTO_INCREMENT.matcher(line).replaceFirst("$1"))
            .collect(Collectors.joining(",\n"));
    String mode = session.first("SELECT @@SESSION.sql_mode", row -> row.getString(1)).orElseThrow();
    // A default that today's strict mode would refuse, such as a zero date, is the table's own.
    session.execute("SET SESSION sql_mode = ''");
    session.execute(
        "CREATE TABLE "
            + name.quoted()
            + " (\n"
            + columns
            + ",\n  PRIMARY KEY ("
            + key.stream().map(Identifier::quoted).collect(Collectors.joining(", "))
            + ")\n) ENGINE = InnoDB ROW_FORMAT = DYNAMIC "
            + TableColumns.charset(session, dataset.table())
            + " COMMENT = '"
            + comment
            + "'");
    session.execute("SET SESSION sql_mode = '" + mode + "'");
  }

  void drop() throws SQLException {
    session.execute("DROP TABLE IF EXISTS " + name.quoted());
  }
}
