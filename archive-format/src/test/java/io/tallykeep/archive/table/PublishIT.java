package io.tallykeep.archive.table;

import static io.tallykeep.archive.table.ArchiveFixture.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.table.CommitOutcome.AlreadyCommitted;
import io.tallykeep.archive.table.CommitOutcome.Committed;
import io.tallykeep.archive.table.CommitOutcome.NotCommitted;
import io.tallykeep.archive.table.CommitOutcome.Reason;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.DataFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PublishIT {
  private final ArchiveFixture fixture = new ArchiveFixture();
  private final ArchiveTable table = fixture.table();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void publicationLandsAndItsSummaryTellsWhatItIs() {
    CommitOutcome outcome =
        table.publish(
            fixture.publication("run-1", fixture.file(DAY, "a", 10), fixture.file(DAY, "b", 5)),
            CommitGuard.NONE);

    Pointer pointer = table.pointer();
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Committed.class,
            done -> {
              assertThat(done.metadataLocation()).isEqualTo(pointer.metadataLocation());
              assertThat(done.sequence()).isEqualTo(1).isEqualTo(pointer.snapshotSequence());
            });
    assertThat(pointer.isForeign()).isFalse();
    assertThat(table.at(pointer).files(DAY))
        .extracting(ArchivedFile::rowCount)
        .containsExactly(10L, 5L);
    assertThat(table.findRun("run-1")).hasValueSatisfying(this::isRunOne);
    assertThat(table.findRun("run-2")).isEmpty();
  }

  private void isRunOne(PublishedRun run) {
    assertThat(run.isPublish()).isTrue();
    assertThat(run.digest()).hasValueSatisfying(d -> assertThat(d.rowCount()).isEqualTo(15));
    assertThat(run.summary())
        .containsEntry(SummaryKeys.DATASET, "inbox")
        .containsEntry(SummaryKeys.SHARD, "0")
        .containsEntry(SummaryKeys.TABLE_PARTITION, "p20260101")
        .containsEntry(SummaryKeys.FREEZE_NUMBER, "7")
        .containsEntry("total-data-files", "2");
  }

  @Test
  void sameRunTwiceMakesOneSnapshot() {
    DataFile file = fixture.file(DAY, "a", 10);
    Committed first =
        (Committed) table.publish(fixture.publication("run-1", file), CommitGuard.NONE);

    CommitOutcome second = table.publish(fixture.publication("run-1", file), CommitGuard.NONE);

    assertThat(second)
        .isEqualTo(
            new AlreadyCommitted(first.snapshotId(), first.sequence(), first.metadataLocation()));
    assertThat(table.runs()).hasSize(1);
  }

  @Test
  void runThatLiesBelowLaterOnesIsStillFound() {
    DataFile file = fixture.file(DAY, "a", 10);
    table.publish(fixture.publication("run-1", file), CommitGuard.NONE);
    table.publish(fixture.publication("run-2", fixture.file(DAY, "b", 1)), CommitGuard.NONE);

    assertThat(table.publish(fixture.publication("run-1", file), CommitGuard.NONE))
        .isInstanceOf(AlreadyCommitted.class);
    assertThat(table.runs()).extracting(PublishedRun::runId).containsExactly("run-2", "run-1");
  }

  @Test
  void sameRunWithOtherFilesIsAnError() {
    table.publish(fixture.publication("run-1", fixture.file(DAY, "a", 10)), CommitGuard.NONE);

    assertThatThrownBy(
            () ->
                table.publish(
                    fixture.publication("run-1", fixture.file(DAY, "b", 10)), CommitGuard.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("another change under that run id")
        .hasMessageContaining("a.parquet");
  }

  @Test
  void earlierAttemptIsReplacedInTheSameSnapshot() {
    DataFile old = fixture.file(DAY, "old", 10);
    DataFile kept = fixture.file(DAY, "late", 3);
    table.publish(fixture.publication("run-1", old, kept), CommitGuard.NONE);

    DataFile fresh = fixture.file(DAY, "new", 11);
    CommitOutcome outcome =
        table.publish(
            fixture.publication("run-2", Set.of(old.location(), "s3://never/published"), fresh),
            CommitGuard.NONE);

    assertThat(outcome).isInstanceOf(Committed.class);
    assertThat(paths()).containsExactlyInAnyOrder(fresh.location(), kept.location());
    assertThat(table.runs()).hasSize(2);
    assertThat(table.at(table.pointer()).files(DAY))
        .extracting(ArchivedFile::sequence)
        .as("a file keeps the sequence of the snapshot that added it")
        .containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void runWhoseFilesWereReplacedIsNotTakenForDone() {
    DataFile old = fixture.file(DAY, "old", 10);
    table.publish(fixture.publication("run-1", old), CommitGuard.NONE);
    table.publish(
        fixture.publication("run-2", Set.of(old.location()), fixture.file(DAY, "new", 10)),
        CommitGuard.NONE);

    assertThatThrownBy(() -> table.publish(fixture.publication("run-1", old), CommitGuard.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("replaced or expired since")
        .hasMessageContaining("old.parquet");
  }

  @Test
  void fileOfAnotherRunIsNotAddedASecondTime() {
    DataFile file = fixture.file(DAY, "a", 10);
    table.publish(fixture.publication("run-1", file), CommitGuard.NONE);

    assertThatThrownBy(() -> table.publish(fixture.publication("run-2", file), CommitGuard.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("another commit added already")
        .hasMessageContaining("a.parquet");
  }

  @Test
  void partitionWithoutRowsLeavesASnapshotThatSaysSo() {
    CommitOutcome outcome = table.publish(fixture.publication("run-0"), CommitGuard.NONE);

    assertThat(outcome).isInstanceOf(Committed.class);
    assertThat(table.pointer().snapshotSequence()).isEqualTo(1);
    assertThat(table.at(table.pointer()).allFiles()).isEmpty();
    assertThat(table.findRun("run-0").flatMap(PublishedRun::digest)).contains(TableDigest.ZERO);
    assertThat(table.publish(fixture.publication("run-0"), CommitGuard.NONE))
        .isInstanceOf(AlreadyCommitted.class);
  }

  @Test
  void partitionThatLostAllItsRowsReplacesTheEarlierAttemptByNothing() {
    DataFile old = fixture.file(DAY, "old", 10);
    table.publish(fixture.publication("run-1", old), CommitGuard.NONE);

    CommitOutcome outcome =
        table.publish(fixture.publication("run-2", Set.of(old.location())), CommitGuard.NONE);

    assertThat(outcome).isInstanceOf(Committed.class);
    assertThat(paths()).isEmpty();
  }

  @Test
  void guardThatRefusesMovesNothing() {
    table.publish(fixture.publication("run-1", fixture.file(DAY, "a", 10)), CommitGuard.NONE);
    Pointer before = table.pointer();
    List<String> objects = fixture.objects("");
    AtomicInteger asked = new AtomicInteger();

    CommitOutcome outcome =
        table.publish(
            fixture.publication("run-2", fixture.file(DAY, "b", 1)),
            connection -> {
              asked.incrementAndGet();
              return false;
            });

    assertThat(outcome)
        .isInstanceOfSatisfying(
            NotCommitted.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(Reason.GUARD_REFUSED);
              assertThat(refused.detail()).contains("archive.inbox");
            });
    assertThat(asked).hasValue(1);
    assertThat(table.pointer()).isEqualTo(before);
    assertThat(fixture.objects("")).isEqualTo(objects);
  }

  @Test
  void metadataThatThePointerWasPutBackToIsNotTakenAway() {
    table.publish(fixture.publication("run-1", fixture.file(DAY, "a", 10)), CommitGuard.NONE);
    String head = table.pointer().metadataLocation();
    Publication publication = fixture.publication("run-2", fixture.file(DAY, "b", 1));

    CommitOutcome outcome =
        table.publish(
            publication,
            connection -> {
              pointTo(newest());
              return false;
            });

    assertThat(outcome)
        .isInstanceOfSatisfying(
            CommitOutcome.Unknown.class,
            unknown -> assertThat(unknown.detail()).contains(newest(), "Nothing was deleted"));
    assertThat(table.pointer().metadataLocation()).isNotEqualTo(head);
    assertThat(paths()).hasSize(2);
    assertThat(table.publish(publication, CommitGuard.NONE)).isInstanceOf(AlreadyCommitted.class);
  }

  private String newest() {
    return "s3://"
        + fixture.bucket
        + "/"
        + fixture.objects(".metadata.json").stream().max(String::compareTo).orElseThrow();
  }

  private void pointTo(String metadata) {
    fixture.execute("UPDATE iceberg_tables SET metadata_location = '" + metadata + "'");
    fixture.execute("UPDATE archive_head SET metadata_location = '" + metadata + "'");
  }

  @Test
  void guardSeesTheTransactionAndItsWritesGoWithIt() {
    fixture.execute("CREATE TABLE seen (n INT)");
    CommitGuard writes =
        connection -> {
          try (var statement = connection.createStatement()) {
            statement.execute("INSERT INTO `" + fixture.schema + "`.seen VALUES (1)");
          }
          return !connection.getAutoCommit();
        };
    table.publish(fixture.publication("run-1"), writes);
    assertThat(fixture.single("SELECT COUNT(*) FROM seen")).isEqualTo("1");

    table.publish(fixture.publication("run-2"), connection -> writes.holds(connection) && false);
    assertThat(fixture.single("SELECT COUNT(*) FROM seen")).isEqualTo("1");
  }

  @Test
  void guardThatFailsMovesNothing() {
    Pointer before = table.pointer();

    CommitOutcome outcome =
        table.publish(
            fixture.publication("run-1", fixture.file(DAY, "a", 1)),
            connection -> {
              throw new SQLException("ledger not readable");
            });

    assertThat(outcome)
        .isInstanceOfSatisfying(
            NotCommitted.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(Reason.NOT_APPLIED);
              assertThat(refused.detail()).contains("ledger not readable");
            });
    assertThat(table.pointer()).isEqualTo(before);
  }

  @Test
  void guardThatEndsTheTransactionIsABug() {
    assertThatThrownBy(
            () ->
                table.publish(
                    fixture.publication("run-1"),
                    connection -> {
                      connection.setAutoCommit(true);
                      return true;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ended the commit's transaction");
    assertThat(table.runs()).isEmpty();
  }

  @Test
  void concurrentPublishersAllLand() throws Exception {
    int writers = 5;
    List<Callable<CommitOutcome>> publishers = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      Publication one = fixture.publication("run-" + i, fixture.file(DAY.plusDays(i), "f" + i, 1));
      publishers.add(() -> fixture.table().publish(one, CommitGuard.NONE));
    }

    assertThat(all(publishers)).allMatch(Committed.class::isInstance);
    assertThat(table.runs()).hasSize(writers);
    assertThat(table.at(table.pointer()).allFiles()).hasSize(writers);
    assertThat(table.pointer().isForeign()).isFalse();
  }

  @Test
  void concurrentPublishersOfOneRunMakeOneSnapshot() throws Exception {
    Publication one = fixture.publication("run-1", fixture.file(DAY, "a", 1));
    List<Callable<CommitOutcome>> publishers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      publishers.add(() -> fixture.table().publish(one, CommitGuard.NONE));
    }

    assertThat(all(publishers))
        .allMatch(o -> o instanceof Committed || o instanceof AlreadyCommitted)
        .filteredOn(Committed.class::isInstance)
        .hasSize(1);
    assertThat(table.runs()).hasSize(1);
    assertThat(paths()).hasSize(1);
  }

  @Test
  void refusedTriesLeaveNoMetadataBehind() throws Exception {
    concurrentPublishersAllLand();

    assertThat(fixture.objects(".metadata.json"))
        .as("one for the new table, one per commit")
        .hasSize(6);
    assertThat(fixture.objects(".avro")).as("a manifest and a manifest list each").hasSize(10);
  }

  private List<String> paths() {
    return table.at(table.pointer()).allFiles().stream().map(ArchivedFile::path).toList();
  }

  private static List<CommitOutcome> all(List<Callable<CommitOutcome>> calls) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(calls.size());
    try {
      List<CommitOutcome> outcomes = new ArrayList<>();
      for (Future<CommitOutcome> call : pool.invokeAll(calls)) {
        outcomes.add(call.get());
      }
      return outcomes;
    } finally {
      pool.shutdownNow();
    }
  }
}
