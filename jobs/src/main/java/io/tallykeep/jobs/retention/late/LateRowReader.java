package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.RowReader;
import io.tallykeep.archive.schema.SourceKey;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.schema.UnstorableValueException;
import io.tallykeep.jobs.retention.copy.PageBreak;
import io.tallykeep.jobs.retention.freeze.RowFlags;
import io.tallykeep.jobs.retention.freeze.RowsFinding.Kind;
import io.tallykeep.jobs.retention.freeze.RowsTally;
import io.tallykeep.jobs.retention.session.KeyText;
import io.tallykeep.jobs.retention.session.Keyset;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the late rows of one event day in identity order, in keyset pages that are each their own
 * autocommit read. Rows that are not done, or that the archive can't hold, are counted and passed
 * over. A row that comes in behind the page is missed, and taken the next night.
 */
final class LateRowReader {
  private final RowReader reader;
  private final RowFlags flags;
  private final Keyset keyset;
  private final List<Integer> keyNumbers;
  private final String select;
  private final int pageRows;
  private final PageBreak pageBreak;

  LateRowReader(ArchiveSchema schema, SourceTable table, int pageRows, PageBreak pageBreak) {
    Dataset dataset = schema.dataset();
    this.reader = new RowReader(schema);
    this.flags = new RowFlags(dataset);
    this.keyset = new Keyset(dataset.identity());
    this.keyNumbers = schema.identityIndexes().stream().map(index -> index + 1).toList();
    this.pageRows = pageRows;
    this.pageBreak = pageBreak;
    this.select =
        "SELECT "
            + reader.selectList()
            + ", "
            + flags.select("late")
            + " FROM "
            + table.name().quoted()
            + " AS late FORCE INDEX ("
            + index(table, dataset.eventDay())
            + ") WHERE "
            + dataset.eventDay().quoted()
            + " = ?";
  }

  /** The index over the day, which InnoDB keeps in identity order within a day. */
  private static String index(SourceTable table, Identifier eventDay) {
    return table.keys().stream()
        .filter(key -> key.visible() && key.parts().size() == 1)
        .filter(key -> key.parts().get(0).column().map(eventDay::sameColumn).orElse(false))
        .map(SourceKey::name)
        .findFirst()
        .map(name -> Identifier.of(name).quoted())
        .orElse("PRIMARY");
  }

  /** What is done with each row. */
  interface RowConsumer {
    void accept(@Nullable Object[] row) throws IOException;
  }

  /**
   * Hands every row of the day that can be archived to the consumer.
   *
   * @param keptBack takes the others
   */
  void forEach(Connection connection, LocalDate day, RowsTally keptBack, RowConsumer consumer)
      throws SQLException, IOException {
    Optional<List<Object>> last = Optional.empty();
    long read;
    do {
      pageBreak.pause(connection);
      read = 0;
      try (PreparedStatement statement = page(connection, day, last);
          ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          read++;
          last = Optional.of(keyset.key(row, keyNumbers));
          @Nullable Object[] values = readyRow(row, keptBack);
          if (values != null) {
            consumer.accept(values);
          }
        }
      }
    } while (read == pageRows);
  }

  private PreparedStatement page(Connection connection, LocalDate day, Optional<List<Object>> last)
      throws SQLException {
    List<Object> values = new ArrayList<>(flags.values());
    values.add(day);
    last.ifPresent(key -> values.addAll(keyset.valuesAfter(key)));
    PreparedStatement statement =
        connection.prepareStatement(
            select
                + (last.isPresent() ? " AND (" + keyset.isAfter() + ")" : "")
                + " ORDER BY "
                + keyset.list()
                + " LIMIT "
                + pageRows);
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
    return statement;
  }

  private @Nullable Object @Nullable [] readyRow(ResultSet row, RowsTally keptBack)
      throws SQLException {
    List<Kind> kinds = RowFlags.of(row);
    if (!kinds.isEmpty()) {
      String key = KeyText.of(row, keyset.columns(), keyNumbers);
      kinds.forEach(kind -> keptBack.add(kind, key));
      return null;
    }
    try {
      return reader.read(row);
    } catch (UnstorableValueException e) {
      keptBack.add(Kind.NOT_ARCHIVABLE, e.key() + ", column " + e.column() + ": " + e.why());
      return null;
    }
  }
}
