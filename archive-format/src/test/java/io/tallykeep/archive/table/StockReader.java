package io.tallykeep.archive.table;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Reads the inbox's archive with Iceberg's generic reader. That reader needs the whole Hadoop
 * client, of which the product has two bare jars only; so it runs in a class loader that has the
 * one and not the other.
 */
public final class StockReader {
  private StockReader() {}

  /** All rows of days from {@code fromDay} (days since 1970), each as a text of its values. */
  static TreeSet<String> rows(ArchiveFixture fixture, int fromDay) throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader engine =
        new URLClassLoader(engineClassPath(), ClassLoader.getPlatformClassLoader())) {
      Thread.currentThread().setContextClassLoader(engine);
      Object rows =
          engine
              .loadClass(StockReader.class.getName())
              .getMethod("read", Map.class, int.class)
              .invoke(null, StockCatalog.properties(fixture), fromDay);
      TreeSet<String> texts = new TreeSet<>();
      ((List<?>) rows).forEach(row -> texts.add((String) row));
      return texts;
    } catch (InvocationTargetException e) {
      throw new AssertionError("the engine can't read the table", e.getCause());
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static URL[] engineClassPath() throws MalformedURLException {
    List<URL> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.contains("hadoop-common") && !entry.contains("hadoop-mapreduce-client-core")) {
        path.add(Path.of(entry).toUri().toURL());
      }
    }
    return path.toArray(URL[]::new);
  }

  /** Called inside the engine's class loader. */
  public static List<String> read(Map<String, String> catalog, int fromDay)
      throws IOException, ClassNotFoundException {
    Class.forName("com.mysql.cj.jdbc.Driver");
    List<String> rows = new ArrayList<>();
    try (StockCatalog stock = new StockCatalog(catalog);
        CloseableIterable<Record> records =
            IcebergGenerics.read(stock.inbox())
                .where(Expressions.greaterThanOrEqual("event_day", fromDay))
                .build()) {
      for (Record row : records) {
        rows.add(
            List.of(
                    String.valueOf(row.getField("consumer_name")),
                    hex(row.getField("event_id")),
                    String.valueOf(row.getField("event_day")),
                    hex(row.getField("payload_hash")),
                    String.valueOf(row.getField("result_code")))
                .toString());
      }
    }
    return rows;
  }

  private static String hex(Object bytes) {
    if (bytes instanceof ByteBuffer buffer) {
      byte[] array = new byte[buffer.remaining()];
      buffer.duplicate().get(array);
      return HexFormat.of().formatHex(array);
    }
    return HexFormat.of().formatHex((byte[]) bytes);
  }
}
