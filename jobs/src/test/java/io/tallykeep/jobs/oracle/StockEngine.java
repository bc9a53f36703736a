package io.tallykeep.jobs.oracle;

import io.tallykeep.jobs.TestInbox;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * Iceberg's own JDBC catalog, file access and generic reader, set up as any engine's user would.
 * The reader needs the whole Hadoop client, of which the product has two bare jars only; so it runs
 * in a class loader that has the one and not the other.
 */
public final class StockEngine {
  private StockEngine() {}

  /** All rows of a day of the inbox's archive. */
  static ColumnHashes rows(Sandbox sandbox, TestInbox inbox, List<String> identity, int epochDay)
      throws IOException, ReflectiveOperationException {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader engine =
        new URLClassLoader(engineClassPath(), ClassLoader.getPlatformClassLoader())) {
      Thread.currentThread().setContextClassLoader(engine);
      Object rows =
          engine
              .loadClass(StockEngine.class.getName())
              .getMethod("read", Map.class, int.class)
              .invoke(null, catalog(sandbox, inbox), epochDay);
      ColumnHashes hashes = new ColumnHashes(identity);
      for (Object row : (List<?>) rows) {
        Map<String, String> values = new LinkedHashMap<>();
        ((Map<?, ?>) row).forEach((column, value) -> values.put((String) column, (String) value));
        hashes.add(values);
      }
      return hashes;
    } catch (InvocationTargetException e) {
      throw new AssertionError("the engine can't read the table", e.getCause());
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static Map<String, String> catalog(Sandbox sandbox, TestInbox inbox) {
    MysqlAddress mysql = sandbox.mysql();
    S3Address s3 = sandbox.s3();
    return Map.ofEntries(
        Map.entry("uri", mysql.jdbcUrl(inbox.control()) + "&nullDatabaseMeansCurrent=true"),
        Map.entry("jdbc.user", mysql.user()),
        Map.entry("jdbc.password", mysql.password()),
        Map.entry("jdbc.schema-version", "V1"),
        Map.entry("jdbc.init-catalog-tables", "false"),
        Map.entry("warehouse", "s3://" + inbox.bucket() + "/tallykeep"),
        Map.entry("io-impl", "org.apache.iceberg.aws.s3.S3FileIO"),
        Map.entry("client.region", s3.region()),
        Map.entry("s3.endpoint", s3.endpoint().toString()),
        Map.entry("s3.path-style-access", "true"),
        Map.entry("s3.access-key-id", s3.accessKey()),
        Map.entry("s3.secret-access-key", s3.secretKey()),
        Map.entry("http-client.type", "apache"));
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
  public static List<Map<String, String>> read(Map<String, String> properties, int epochDay)
      throws IOException, ClassNotFoundException {
    Class.forName("com.mysql.cj.jdbc.Driver");
    List<Map<String, String>> rows = new ArrayList<>();
    try (JdbcCatalog catalog = new JdbcCatalog()) {
      catalog.initialize("tallykeep", properties);
      Table table = catalog.loadTable(TableIdentifier.of("archive", "inbox"));
      try (CloseableIterable<Record> records =
          IcebergGenerics.read(table).where(Expressions.equal("event_day", epochDay)).build()) {
        for (Record record : records) {
          Map<String, String> values = new LinkedHashMap<>();
          for (NestedField field : record.struct().fields()) {
            values.put(field.name(), text(record.getField(field.name())));
          }
          rows.add(values);
        }
      }
    }
    return rows;
  }

  private static String text(@Nullable Object value) {
    if (value == null) {
      return ColumnHashes.NULL;
    }
    if (value instanceof String string) {
      return HexFormat.of().formatHex(string.getBytes(StandardCharsets.UTF_8));
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof LocalDateTime time) {
      return text(time.atOffset(ZoneOffset.UTC));
    }
    if (value instanceof OffsetDateTime time) {
      return String.valueOf(
          ChronoUnit.MICROS.between(
              LocalDateTime.of(1970, 1, 1, 0, 0).atOffset(ZoneOffset.UTC), time));
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    return value.toString();
  }
}
