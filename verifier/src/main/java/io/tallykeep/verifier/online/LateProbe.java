package io.tallykeep.verifier.online;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an identity in the late table, whose primary key is the identity: the day plays no
 * part, so that a row stored under another day shows.
 *
 * <p>Safe for use by many threads, each with its own connection.
 */
public final class LateProbe {
  private final Dataset dataset;
  private final RowQuery query;

  /**
   * @param dataset whose late table is probed
   * @param schema the online table's columns; the late table has them too and rows come in their
   *     order
   */
  public LateProbe(Dataset dataset, ArchiveSchema schema) {
    this.dataset = dataset;
    this.query = new RowQuery(schema);
  }

  /**
   * Looks for the identity.
   *
   * @param connection an autocommit connection to the server that takes the writes
   * @param identity the identity's values in its order, in the form that rows hold them
   * @return the row; two where the table's primary key is not the identity
   * @throws SQLException if the table can't be read, 1146 and 1812 among others
   */
  public List<@Nullable Object[]> probe(Connection connection, Object[] identity)
      throws SQLException {
    return query.rows(connection, dataset.lateTable().quoted(), identity);
  }
}
