package io.tallykeep.benchmarks.lookup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * The table as Iceberg opens and reads it: asked with event day (days since 1970), consumer and
 * event, it tells whether the row is there. Its filter is no row filter, so rows are compared.
 */
public final class StockTable implements Predicate<Object[]> {
  private final Table table;

  /**
   * @param catalog the JDBC catalog's properties
   * @param files ARCHIVE for the archive's own files; COPY for a copy of its rows, in the same
   *     order, that Iceberg's generic writer makes with Iceberg's defaults and a bloom filter
   */
  public StockTable(Map<String, String> catalog, String files)
      throws ClassNotFoundException, IOException {
    Class.forName("com.mysql.cj.jdbc.Driver");
    JdbcCatalog jdbc = new JdbcCatalog();
    jdbc.initialize("tallykeep", catalog);
    Table archive = jdbc.loadTable(TableIdentifier.of("archive", "inbox"));
    this.table = files.equals("COPY") ? copy(jdbc, archive) : archive;
  }

  private static Table copy(JdbcCatalog jdbc, Table archive) throws IOException {
    TableIdentifier name = TableIdentifier.of("archive", "copy");
    jdbc.dropTable(name);
    Table copy =
        jdbc.createTable(
            name,
            archive.schema(),
            archive.spec(),
            Map.of("write.parquet.bloom-filter-enabled.column.event_id", "true"));
    GenericFileWriterFactory writers = new GenericFileWriterFactory.Builder(copy).build();
    AppendFiles append = copy.newAppend();
    try (CloseableIterable<FileScanTask> tasks = archive.newScan().planFiles()) {
      int number = 0;
      for (FileScanTask task : tasks) {
        Object day = task.file().partition().get(0, Object.class);
        OutputFileFactory names =
            OutputFileFactory.builderFor(copy, 1, ++number).format(FileFormat.PARQUET).build();
        append.appendFile(
            write(
                archive,
                day,
                writers.newDataWriter(
                    names.newOutputFile(copy.spec(), task.file().partition()),
                    copy.spec(),
                    task.file().partition())));
      }
    }
    append.commit();
    return copy;
  }

  private static DataFile write(Table archive, Object day, DataWriter<Record> writer)
      throws IOException {
    try (writer;
        CloseableIterable<Record> rows =
            IcebergGenerics.read(archive).where(Expressions.equal("event_day", day)).build()) {
      rows.forEach(writer::write);
    }
    return writer.toDataFile();
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
