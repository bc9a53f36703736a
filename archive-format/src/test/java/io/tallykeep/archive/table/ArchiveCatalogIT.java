package io.tallykeep.archive.table;

import static io.tallykeep.archive.table.ArchiveFixture.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.table.CommitOutcome.Committed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArchiveCatalogIT {
  private final ArchiveFixture fixture = new ArchiveFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void missingTableIsNotOpened() {
    assertThat(fixture.catalog().open(fixture.dataset)).isEmpty();
  }

  @Test
  void tableIsCreatedOnceAndOpenedAfterwards() {
    ArchiveTable created = fixture.table();
    ArchiveTable again = fixture.table();

    assertThat(again.pointer()).isEqualTo(created.pointer());
    assertThat(created.pointer().ownHead()).contains(created.pointer().metadataLocation());
    assertThat(created.pointer().snapshotSequence()).isZero();
    assertThat(created.pointer().serverUuid()).isEqualTo(fixture.single("SELECT @@server_uuid"));
    assertThat(fixture.catalog().open(fixture.dataset))
        .hasValueSatisfying(
            opened -> {
              assertThat(opened.schema().fingerprint())
                  .isEqualTo(fixture.archiveSchema.fingerprint());
              assertThat(opened.at(opened.pointer()).allFiles()).isEmpty();
            });
  }

  @Test
  void twoCreatorsGetOneTable() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Callable<String>> creators = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      creators.add(() -> fixture.table().pointer().metadataLocation());
    }
    Set<String> heads;
    try {
      heads =
          pool.invokeAll(creators).stream()
              .map(ArchiveCatalogIT::result)
              .collect(Collectors.toSet());
    } finally {
      pool.shutdownNow();
    }

    assertThat(heads).hasSize(1);
    assertThat(fixture.objects(".metadata.json")).hasSize(1);
    assertThat(fixture.single("SELECT COUNT(*) FROM iceberg_tables")).isEqualTo("1");
  }

  private static String result(Future<String> creator) {
    try {
      return creator.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void tableOfAnotherShapeIsRefusedWithEveryDifference() {
    fixture.table();
    fixture.execute("ALTER TABLE inbox MODIFY result_code BIGINT NOT NULL, ADD note TEXT NULL");

    assertThatThrownBy(() -> fixture.catalog().ensureTable(fixture.dataset, fixture.mapped()))
        .isInstanceOf(TableMismatchException.class)
        .hasMessageContaining(fixture.schema + ".inbox")
        .hasMessageContaining("field 5 is result_code int optional instead of result_code long")
        .hasMessageContaining("field 6 is no column instead of note string optional")
        .hasMessageContaining("schema fingerprint");
    assertThatThrownBy(() -> fixture.catalog().open(fixture.dataset))
        .isInstanceOf(TableMismatchException.class);
  }

  @Test
  void namesThatDifferInCaseAreOtherTables() {
    ArchiveTable table = fixture.table();
    fixture.execute("UPDATE iceberg_tables SET table_name = 'INBOX'");

    assertThat(fixture.catalog().open(fixture.dataset)).isEmpty();
    assertThatThrownBy(table::pointer)
        .isInstanceOf(ControlSchemaException.class)
        .hasMessageContaining("archive.inbox")
        .hasMessageContaining("no longer in the catalog");
  }

  @Test
  void tableThatSomebodyRemovedIsNotCreatedAgain() {
    fixture.table();
    fixture.execute("DELETE FROM iceberg_tables");

    assertThatThrownBy(fixture::table)
        .isInstanceOf(ControlSchemaException.class)
        .hasMessageContaining("could not be created")
        .hasMessageContaining("somebody else wrote to the table");
  }

  @Test
  void ownHeadThatIsMissingMakesThePointerForeign() {
    ArchiveTable table = fixture.table();
    fixture.execute("DELETE FROM archive_head");

    assertThat(table.pointer().isForeign()).isTrue();
    assertThat(table.pointer().ownHead()).isEmpty();
  }

  @Test
  void newDataFilePathsNeverRepeat() {
    ArchiveTable table = fixture.table();

    String one = table.newDataFilePath(DAY, "p20260101-0");
    String two = table.newDataFilePath(DAY, "p20260101-0");

    assertThat(one)
        .startsWith(fixture.storage.warehouse() + "/archive/inbox/data/")
        .contains("event_day=2026-01-01/p20260101-0-")
        .endsWith(".parquet")
        .isNotEqualTo(two);
  }

  @Test
  void deadConnectionIsReplacedBeforeUse() {
    ArchiveTable table = fixture.table(new IdleKilledSource(fixture.control));

    assertThat(table.publish(fixture.publication("run-1"), CommitGuard.NONE))
        .isInstanceOf(Committed.class);
  }
}
