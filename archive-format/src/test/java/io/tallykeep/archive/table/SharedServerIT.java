package io.tallykeep.archive.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.archive.table.CommitOutcome.Committed;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that is not ours alone. */
class SharedServerIT {
  private final ArchiveFixture fixture = new ArchiveFixture();
  private final String neighbour = fixture.sandbox.newSchema("neighbour");

  @AfterEach
  void close() {
    fixture.execute("DROP DATABASE `" + neighbour + "`");
    fixture.close();
  }

  @Test
  void anOlderCatalogInAnotherSchemaIsNeitherReadNorTouched() {
    // The first version of Iceberg's catalog tables, with a table of the very same name.
    String table = "`" + neighbour + "`.iceberg_tables";
    fixture.execute(
        "CREATE TABLE "
            + table
            + " (catalog_name VARCHAR(255) NOT NULL, table_namespace VARCHAR(255) NOT NULL,"
            + " table_name VARCHAR(255) NOT NULL, metadata_location VARCHAR(1000) NULL,"
            + " previous_metadata_location VARCHAR(1000) NULL, PRIMARY KEY (catalog_name,"
            + " table_namespace, table_name))");
    fixture.execute(
        "INSERT INTO "
            + table
            + " VALUES ('tallykeep', 'archive', 'inbox', 's3://elsewhere/1.metadata.json', NULL)");
    String before = fixture.single("CHECKSUM TABLE " + table);
    DataSource atHomeNextDoor =
        new MysqlSource(
                fixture.mysql.jdbcUrl(neighbour), fixture.mysql.user(), fixture.mysql.password())
            .dataSource();
    ArchiveCatalog catalog =
        new ArchiveCatalog(atHomeNextDoor, Identifier.of(fixture.schema), fixture.storage);

    assertThat(catalog.open(fixture.dataset)).isEmpty();
    ArchiveTable created = catalog.ensureTable(fixture.dataset, fixture.archiveSchema);
    assertThat(created.publish(fixture.publication("run-1"), CommitGuard.NONE))
        .isInstanceOf(Committed.class);

    assertThat(created.pointer().metadataLocation()).startsWith(fixture.storage.warehouse());
    assertThat(fixture.single("SELECT COUNT(*) FROM iceberg_tables")).isEqualTo("1");
    assertThat(fixture.single("CHECKSUM TABLE " + table)).isEqualTo(before);
    assertThat(fixture.single("SELECT COUNT(*) FROM " + table)).isEqualTo("1");
  }

  @Test
  void aServerWhoseTablesAreCompactByDefaultStillTakesTheCatalogsKeys() {
    String before = fixture.single("SELECT @@GLOBAL.innodb_default_row_format");
    fixture.execute("SET GLOBAL innodb_default_row_format = 'compact'");
    try {
      ArchiveFixture another = new ArchiveFixture();
      assertThat(another.table().pointer().snapshotSequence()).isZero();
      another.close();
    } finally {
      fixture.execute("SET GLOBAL innodb_default_row_format = '" + before + "'");
    }
  }
}
