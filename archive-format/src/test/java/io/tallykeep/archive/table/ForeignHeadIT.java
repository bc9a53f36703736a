package io.tallykeep.archive.table;

import static io.tallykeep.archive.table.ArchiveFixture.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.table.CommitOutcome.AlreadyCommitted;
import io.tallykeep.archive.table.CommitOutcome.Committed;
import io.tallykeep.archive.table.CommitOutcome.NotCommitted;
import io.tallykeep.archive.table.CommitOutcome.Reason;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens when an engine with a writing account commits to the archive. */
class ForeignHeadIT {
  private final ArchiveFixture fixture = new ArchiveFixture();
  private final ArchiveTable table = fixture.table();
  private final StockCatalog stock = new StockCatalog(fixture);
  private final DataFile ours = fixture.file(DAY, "ours", 10);

  @BeforeEach
  void publish() {
    assertThat(table.publish(fixture.publication("run-1", ours), CommitGuard.NONE))
        .isInstanceOf(Committed.class);
  }

  @AfterEach
  void close() {
    stock.close();
    fixture.close();
  }

  @Test
  void foreignCommitIsSeenInThePointerAndStopsOurs() {
    stock.inbox().newAppend().appendFile(fixture.file(DAY, "theirs", 1)).commit();
    Pointer foreign = table.pointer();

    assertThat(foreign.isForeign()).isTrue();
    assertThat(foreign.ownHead())
        .hasValueSatisfying(own -> assertThat(own).isNotEqualTo(foreign.metadataLocation()));
    assertForeign(
        table.publish(fixture.publication("run-2", fixture.file(DAY, "b", 1)), CommitGuard.NONE));
    assertForeign(table.expire(Set.of(DAY), "expire-1", CommitGuard.NONE));
    assertThat(table.pointer()).as("nothing moved").isEqualTo(foreign);
    assertThat(table.publish(fixture.publication("run-1", ours), CommitGuard.NONE))
        .as("what is in the history is done, whoever came after")
        .isInstanceOf(AlreadyCommitted.class);
  }

  private static void assertForeign(CommitOutcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            NotCommitted.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(Reason.FOREIGN_HEAD);
              assertThat(refused.detail()).contains("somebody else wrote to the table");
            });
  }

  @Test
  void foreignCommitBetweenOurLookAndOurCommitStopsIt() {
    CommitOutcome outcome =
        table.publish(
            fixture.publication("run-2", fixture.file(DAY, "b", 1)),
            connection -> {
              stock.inbox().newAppend().appendFile(fixture.file(DAY, "theirs", 1)).commit();
              return true;
            });

    assertForeign(outcome);
    assertThat(table.findRun("run-2")).isEmpty();
    assertThat(table.pointer().isForeign()).isTrue();
  }

  @Test
  void runThatWasRolledBackIsNotTakenForMissing() {
    table.publish(fixture.publication("run-2", fixture.file(DAY, "b", 1)), CommitGuard.NONE);
    Table theirs = stock.inbox();
    theirs.manageSnapshots().rollbackTo(theirs.currentSnapshot().parentId()).commit();

    assertThatThrownBy(() -> table.findRun("run-2"))
        .isInstanceOf(ArchiveReadException.class)
        .hasMessageContaining("run-2")
        .hasMessageContaining("somebody rolled it back");
    assertThat(table.findRun("run-1")).isPresent();
  }

  @Test
  void rowLevelDeletesOfAnotherEngineAreNotReadOver() {
    stock
        .inbox()
        .newRowDelta()
        .addDeletes(
            FileMetadata.deleteFileBuilder(fixture.archiveSchema.partitionSpec())
                .ofPositionDeletes()
                .withPath(fixture.storage.warehouse() + "/archive/inbox/data/deletes.parquet")
                .withFormat("parquet")
                .withFileSizeInBytes(10)
                .withRecordCount(1)
                .withPartitionPath("event_day=" + DAY)
                .build())
        .commit();

    assertThatThrownBy(() -> table.at(table.pointer()))
        .isInstanceOf(ArchiveReadException.class)
        .hasMessageContaining("row-level deletes");
  }

  @Test
  void columnThatAnotherEngineAddedIsNotReadOver() {
    stock.inbox().updateSchema().addColumn("extra", Types.LongType.get()).commit();

    assertThatThrownBy(() -> table.at(table.pointer()))
        .isInstanceOf(TableMismatchException.class)
        .hasMessageContaining("field 6 is extra long optional instead of no column");
  }

  @Test
  void engineOpensTheTableAsItIs() {
    assertThat(stock.catalog().listTables(Namespace.of("archive"))).hasToString("[archive.inbox]");
    Table theirs = stock.inbox();

    assertThat(theirs.currentSnapshot().summary()).containsEntry(SummaryKeys.RUN_ID, "run-1");
    assertThat(theirs.schema().sameSchema(fixture.archiveSchema.iceberg())).isTrue();
    assertThat(theirs.properties())
        .containsEntry("gc.enabled", "false")
        .containsEntry("commit.retry.num-retries", "0");
  }
}
