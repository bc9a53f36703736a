package io.tallykeep.benchmarks.lookup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * The table as Iceberg opens and reads it: asked with event day (days since 1970), consumer and
 * event, it tells whether the row is there. Its filter is no row filter, so rows are compared.
 */
public final class StockTable implements Predicate<Object[]> {
  private final Table table;

  /**
   * @param catalog the JDBC catalog's properties
   */
  public StockTable(Map<String, String> catalog) throws ClassNotFoundException {
    Class.forName("com.mysql.cj.jdbc.Driver");
    JdbcCatalog jdbc = new JdbcCatalog();
    jdbc.initialize("tallykeep", catalog);
    this.table = jdbc.loadTable(TableIdentifier.of("archive", "inbox"));
  }

  @Override
  public boolean test(Object[] key) {
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(table)
            .where(
                Expressions.and(
                    Expressions.equal("event_day", key[0]),
                    Expressions.equal("consumer_name", key[1]),
                    Expressions.equal("event_id", key[2])))
            .build()) {
      for (Record row : records) {
        if (key[1].equals(row.getField("consumer_name"))
            && key[2].equals(row.getField("event_id"))) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
