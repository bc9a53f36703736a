package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.digest.RowEncoder;
import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.RowReader;
import io.tallykeep.archive.schema.UnstorableValueException;
import io.tallykeep.archive.schema.ValueBinder;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.jobs.retention.ledger.LateDelete;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.ledger.StalePointer;
import io.tallykeep.jobs.retention.ledger.TransitionOutcome;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes archived rows of one event day out of the late table, those whose bytes are still the
 * archived ones: never by SQL equality, since collations and JSON call different things equal. A
 * row that was changed since, or that somebody has locked, stays and is archived again. For use by
 * one thread.
 */
final class LateDeletion {
  private final LateWork work;
  private final StalePointer stale;
  private final ArchiveSchema schema;
  private final RowReader reader;
  private final RowEncoder encoder;
  private final long snapshotSequence;

  LateDeletion(LateWork work, ArchiveTable table, long snapshotSequence) {
    this.work = work;
    this.stale = work.stalePointer(table);
    ArchiveSchema schema = table.schema();
    this.schema = schema;
    this.reader = new RowReader(schema);
    this.encoder = new RowEncoder(schema);
    this.snapshotSequence = snapshotSequence;
  }

  /**
   * What came of some rows.
   *
   * @param deletedRows how many are gone now
   * @param stayedRows how many were found and stay
   * @param outcome what the transaction came to; Refused where no row was as archived, or where the
   *     day may not lose its late rows now
   */
  record Result(long deletedRows, long stayedRows, TransitionOutcome outcome) {}

  /** What one transaction found; one that starts over finds anew. */
  private static final class Found {
    private long rows;
    private long deleted;
  }

  /**
   * Deletes the rows in one transaction.
   *
   * @param archived rows of this day as the archive has them
   * @throws SQLException if the server fails; if that was at the COMMIT, call again to find out
   */
  Result delete(LocalDate day, List<@Nullable Object[]> archived) throws SQLException {
    Found found = new Found();
    TransitionOutcome outcome =
        new LateDelete(work.ledgerKey())
            .run(
                work.session(),
                day,
                snapshotSequence,
                () -> deleteUnchanged(archived, found),
                this::objections);
    long deleted = outcome instanceof TransitionOutcome.Moved ? found.deleted : 0;
    return new Result(deleted, found.rows - deleted, outcome);
  }

  private List<Objection> objections(Connection connection) throws SQLException {
    List<Objection> objections = new ArrayList<>(work.fence().objectionsAtOnce(connection));
    stale.objection(connection).ifPresent(objections::add);
    return objections;
  }

  private long deleteUnchanged(List<@Nullable Object[]> archived, Found found) throws SQLException {
    List<Object[]> identities =
        lockUnchanged(archived, found).stream().map(schema::identityOf).toList();
    if (found.rows < archived.size()) {
      found.rows = count(archived.stream().map(schema::identityOf).toList());
    }
    found.deleted = identities.isEmpty() ? 0 : deleteByKey(identities);
    if (found.deleted != identities.size()) {
      throw new IllegalStateException(
          "late table "
              + schema.table()
              + ": "
              + found.deleted
              + " rows were deleted instead of the "
              + identities.size()
              + " that were locked; rolled back.");
    }
    return found.deleted;
  }

  /** Locks the rows that are there, without waiting, and returns those that are as archived. */
  private List<@Nullable Object[]> lockUnchanged(List<@Nullable Object[]> archived, Found found)
      throws SQLException {
    Set<ByteBuffer> encodings = new HashSet<>();
    archived.forEach(row -> encodings.add(ByteBuffer.wrap(encoder.bytesOf(row))));
    String select =
        "SELECT "
            + reader.selectList()
            + " FROM "
            + schema.table().quoted()
            + " FORCE INDEX (PRIMARY) WHERE "
            + isOneOf(archived.size())
            + " FOR UPDATE SKIP LOCKED";
    List<@Nullable Object[]> unchanged = new ArrayList<>();
    found.rows = 0;
    try (PreparedStatement statement = work.session().connection().prepareStatement(select)) {
      bind(statement, archived.stream().map(schema::identityOf).toList());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          found.rows++;
          @Nullable Object[] values = read(row);
          if (values != null && encodings.contains(ByteBuffer.wrap(encoder.bytesOf(values)))) {
            unchanged.add(values);
          }
        }
      }
    }
    return unchanged;
  }

  /** How many are there at all: a row that somebody has locked is passed over above. */
  private long count(List<Object[]> identities) throws SQLException {
    String count =
        "SELECT COUNT(*) FROM "
            + schema.table().quoted()
            + " FORCE INDEX (PRIMARY) WHERE "
            + isOneOf(identities.size());
    try (PreparedStatement statement = work.session().connection().prepareStatement(count)) {
      bind(statement, identities);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** Null where the row holds what the archive can't: it was changed since. */
  private @Nullable Object @Nullable [] read(ResultSet row) throws SQLException {
    try {
      return reader.read(row);
    } catch (UnstorableValueException e) {
      return null;
    }
  }

  private long deleteByKey(List<Object[]> identities) throws SQLException {
    // By the index, whatever it costs: a scan would wait for rows that others have locked. MySQL
    // 8.0.33 scans for a list of row constructors, and for the form of several tables even with
    // FORCE INDEX.
    String delete =
        "DELETE /*+ INDEX("
            + schema.table().table().quoted()
            + " PRIMARY) */ FROM "
            + schema.table().quoted()
            + " WHERE "
            + isOneOf(identities.size());
    try (PreparedStatement statement = work.session().connection().prepareStatement(delete)) {
      bind(statement, identities);
      return statement.executeUpdate();
    }
  }

  private String isOneOf(int rows) {
    String one =
        identity().stream()
            .map(column -> column.name().quoted() + " = ?")
            .collect(Collectors.joining(" AND ", "(", ")"));
    return String.join(" OR ", Collections.nCopies(rows, one));
  }

  private void bind(PreparedStatement statement, List<Object[]> identities) throws SQLException {
    List<ArchiveColumn> columns = identity();
    int parameter = 1;
    for (Object[] identity : identities) {
      for (int i = 0; i < columns.size(); i++) {
        ValueBinder.bind(
            statement, parameter++, columns.get(i).type(), Objects.requireNonNull(identity[i]));
      }
    }
  }

  private List<ArchiveColumn> identity() {
    return schema.identityIndexes().stream().map(schema::column).toList();
  }
}
