package io.tallykeep.archive.table;

import io.tallykeep.sandbox.S3Address;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** Iceberg's own JDBC catalog and FileIO, as any engine would configure them. */
final class StockCatalog implements AutoCloseable {
  private final JdbcCatalog catalog = new JdbcCatalog();

  StockCatalog(Map<String, String> properties) {
    catalog.initialize("tallykeep", properties);
  }

  StockCatalog(ArchiveFixture fixture) {
    this(properties(fixture));
  }

  static Map<String, String> properties(ArchiveFixture fixture) {
    S3Address s3 = fixture.sandbox.s3();
    return Map.ofEntries(
        Map.entry("uri", fixture.mysql.jdbcUrl(fixture.schema) + "&nullDatabaseMeansCurrent=true"),
        Map.entry("jdbc.user", fixture.mysql.user()),
        Map.entry("jdbc.password", fixture.mysql.password()),
        Map.entry("jdbc.schema-version", "V1"),
        Map.entry("jdbc.init-catalog-tables", "false"),
        Map.entry("warehouse", fixture.storage.warehouse()),
        Map.entry("io-impl", "org.apache.iceberg.aws.s3.S3FileIO"),
        Map.entry("client.region", s3.region()),
        Map.entry("s3.endpoint", s3.endpoint().toString()),
        Map.entry("s3.path-style-access", "true"),
        Map.entry("s3.access-key-id", s3.accessKey()),
        Map.entry("s3.secret-access-key", s3.secretKey()),
        Map.entry("http-client.type", "apache"));
  }

  JdbcCatalog catalog() {
    return catalog;
  }

  Table inbox() {
    return catalog.loadTable(TableIdentifier.of("archive", "inbox"));
  }

  @Override
  public void close() {
    catalog.close();
  }
}
