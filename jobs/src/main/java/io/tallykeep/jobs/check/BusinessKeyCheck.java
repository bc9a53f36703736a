package io.tallykeep.jobs.check;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.jobs.check.Finding.Owner;
import io.tallykeep.jobs.retention.freeze.RowFlags;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the freeze can ask the table of business keys: it does so after its days were closed, and
 * closing them is not undone.
 */
final class BusinessKeyCheck {
  /** ER_CANT_AGGREGATE_2COLLATIONS. */
  private static final int COLLATIONS_DIFFER = 1267;

  private final Session session;
  private final Dataset dataset;

  BusinessKeyCheck(Session session, Dataset dataset) {
    this.session = session;
    this.dataset = dataset;
  }

  /**
   * What the configuration names and the server lacks; empty where there is no business key.
   *
   * @param readable whether the account has SELECT on the table: one without it has a finding of
   *     its own, and does not see whether the table is there
   */
  List<Finding> missing(boolean readable) throws SQLException {
    Optional<BusinessKey> found = dataset.businessKey();
    if (found.isEmpty()) {
      return List.of();
    }
    BusinessKey key = found.get();
    Optional<SourceTable> table = SourceTable.read(session.connection(), key.table());
    if (table.isPresent()) {
      return missingColumns(key, table.get());
    }
    return readable
        ? List.of(
            finding(
                "BUSINESS_KEY_TABLE_MISSING",
                "table",
                "there is no table " + key.table() + ".",
                "Correct the name; a view can't keep business keys."))
        : List.of();
  }

  private List<Finding> missingColumns(BusinessKey key, SourceTable table) {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(missingColumns("key-columns", key.keyColumns(), table));
    findings.addAll(missingColumns("status-column", List.of(key.statusColumn()), table));
    findings.addAll(missingColumns("intent", key.intent(), table));
    return findings;
  }

  private List<Finding> missingColumns(String part, List<Identifier> columns, SourceTable table) {
    return columns.stream()
        .filter(column -> table.column(column).isEmpty())
        .map(
            column ->
                finding(
                    "BUSINESS_KEY_COLUMN_MISSING",
                    part,
                    "table " + table.name() + " has no column " + column + ".",
                    "Correct the name."))
        .toList();
  }

  /**
   * Lets the server resolve the question the freeze will ask, over no row; only where everything it
   * names is there.
   */
  Optional<Finding> incomparable() throws SQLException {
    if (dataset.businessKey().isEmpty()) {
      return Optional.empty();
    }
    RowFlags flags = new RowFlags(dataset);
    try {
      session.query(
          "SELECT " + flags.select("r") + " FROM " + dataset.table().quoted() + " AS r LIMIT 0",
          row -> row.getInt("tk_key"),
          flags.values().toArray());
    } catch (SQLException e) {
      if (e.getErrorCode() == COLLATIONS_DIFFER) {
        return Optional.of(
            finding(
                "BUSINESS_KEY_NOT_COMPARABLE",
                "key-columns",
                "MySQL can't compare them with the dataset's own: " + MysqlError.text(e),
                "Give both the same collation."));
      }
      if (!MysqlError.isLockFailure(e)) {
        throw e;
      }
      // Somebody's DDL holds a table for the moment, which tells nothing of the configuration.
    }
    return Optional.empty();
  }

  private Finding finding(String code, String part, String what, String mend) {
    return new Finding(
        code,
        Owner.USER,
        "tallykeep.datasets." + dataset.name() + ".business-key." + part,
        what,
        mend);
  }
}
