package io.tallykeep.archive.table;

import static io.tallykeep.archive.table.ArchiveFixture.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.table.CommitOutcome.AlreadyCommitted;
import io.tallykeep.archive.table.CommitOutcome.Committed;
import io.tallykeep.archive.table.CommitOutcome.Unknown;
import io.tallykeep.sandbox.AnswerLoss;
import io.tallykeep.sandbox.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commits through a proxy that loses the request or the answer of MySQL's COMMIT. */
class LostAnswerIT {
  private static final Runnable NOTHING = () -> {};

  private final AtomicInteger commits = new AtomicInteger();
  private final AtomicReference<AnswerLoss> loss = new AtomicReference<>();
  private final ArchiveFixture fixture = new ArchiveFixture();
  private final ArchiveTable direct = fixture.table();
  private final FaultProxy proxy = FaultProxy.inFrontOf(fixture.mysql.host(), fixture.mysql.port());
  private final DataSource proxied = fixture.source(fixture.mysql.throughPort(proxy.port()));
  private final Publication ours = fixture.publication("run-a", fixture.file(DAY, "a", 10));
  private final Publication theirs = fixture.publication("run-b", fixture.file(DAY, "b", 20));

  @AfterEach
  void close() {
    proxy.close();
    fixture.close();
  }

  /** A source whose first COMMIT reaches the server and whose answer is lost. */
  private DataSource losing(Runnable beforeOpen) {
    return new HookedDataSource(
        proxied,
        beforeOpen,
        () -> {
          if (commits.incrementAndGet() == 1) {
            loss.set(proxy.dropAnswersAfter("COMMIT"));
          }
        });
  }

  /** A source whose first COMMIT does not reach the server. */
  private DataSource cutting(Runnable beforeOpen) {
    return new HookedDataSource(
        proxied,
        beforeOpen,
        () -> {
          if (commits.incrementAndGet() == 1) {
            proxy.cut();
          }
        });
  }

  private boolean answerIsLost() {
    return loss.get() != null && loss.get().lostAnswers() == 1;
  }

  @Test
  void commitWhoseAnswerIsLostIsFoundDone() {
    CommitOutcome outcome =
        fixture
            .uncheckedTable(losing(NOTHING), TableStore.PATIENCE)
            .publish(ours, CommitGuard.NONE);

    assertThat(answerIsLost()).isTrue();
    assertThat(commits).as("not sent again").hasValue(1);
    assertThat(outcome).isInstanceOf(Committed.class);
    assertThat(runs()).containsExactly("run-a");
  }

  @Test
  void nothingVanishesWhenAnotherWriterCommitsOnTopOfALostAnswer() {
    AtomicBoolean other = new AtomicBoolean();
    Runnable comesInBetween =
        () -> {
          if (answerIsLost() && other.compareAndSet(false, true)) {
            assertThat(direct.publish(theirs, CommitGuard.NONE)).isInstanceOf(Committed.class);
          }
        };

    CommitOutcome outcome =
        fixture
            .uncheckedTable(losing(comesInBetween), TableStore.PATIENCE)
            .publish(ours, CommitGuard.NONE);

    assertThat(commits).as("not sent again").hasValue(1);
    assertThat(other).as("the other writer came in between").isTrue();
    assertThat(runs()).containsExactly("run-b", "run-a");
    assertThat(paths()).hasSize(2);
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Committed.class,
            done ->
                assertThat(done.metadataLocation())
                    .as("its own commit, not the head")
                    .isNotEqualTo(direct.pointer().metadataLocation()));
    assertThat(direct.pointer().isForeign()).isFalse();
    assertThat(direct.pointer().snapshotSequence()).isEqualTo(2);
  }

  @Test
  void commitThatNeverReachedTheServerIsMadeOnce() {
    CommitOutcome outcome =
        fixture
            .uncheckedTable(cutting(NOTHING), TableStore.PATIENCE)
            .publish(ours, CommitGuard.NONE);

    assertThat(commits).as("not applied, then started over").hasValue(2);
    assertThat(outcome).isInstanceOf(Committed.class);
    assertThat(runs()).containsExactly("run-a");
    assertThat(paths()).hasSize(1);
  }

  @Test
  void commitThatNeverReachedTheServerIsOvertakenByAnotherWriter() {
    AtomicInteger opened = new AtomicInteger();
    Runnable comesInBetween =
        () -> {
          if (commits.get() == 1 && opened.incrementAndGet() == 1) {
            direct.publish(theirs, CommitGuard.NONE);
          }
        };

    CommitOutcome outcome =
        fixture
            .uncheckedTable(cutting(comesInBetween), TableStore.PATIENCE)
            .publish(ours, CommitGuard.NONE);

    assertThat(opened.get()).isPositive();
    assertThat(outcome).isInstanceOf(Committed.class);
    assertThat(runs()).containsExactly("run-a", "run-b");
    assertThat(paths()).hasSize(2);
  }

  @Test
  void statementLostBeforeTheCommitIsStartedOver() {
    AnswerLoss update = proxy.dropAnswersAfter("UPDATE `");

    CommitOutcome outcome =
        fixture.uncheckedTable(proxied, TableStore.PATIENCE).publish(ours, CommitGuard.NONE);

    assertThat(update.lostAnswers()).isEqualTo(1);
    assertThat(outcome).isInstanceOf(Committed.class);
    assertThat(runs()).containsExactly("run-a");
  }

  @Test
  void outcomeThatCanNotBeSeenIsUnknownAndDeletesNothing() {
    Runnable refuses =
        () -> {
          if (answerIsLost()) {
            proxy.refuse();
          }
        };

    CommitOutcome outcome =
        fixture
            .uncheckedTable(losing(refuses), Duration.ofSeconds(2))
            .publish(ours, CommitGuard.NONE);

    assertThat(answerIsLost()).isTrue();
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Unknown.class, unknown -> assertThat(unknown.detail()).contains("Nothing was deleted"));
    assertThat(paths()).as("it was done, and all it needs is still there").hasSize(1);
    proxy.heal();
    assertThat(fixture.uncheckedTable(proxied, TableStore.PATIENCE).publish(ours, CommitGuard.NONE))
        .isInstanceOf(AlreadyCommitted.class);
  }

  @Test
  void tableCreationWhoseAnswerIsLostIsFoundDone() {
    ArchiveTable created =
        fixture
            .catalog(losing(NOTHING))
            .ensureTable(fixture.dataset("other"), fixture.archiveSchema);

    assertThat(answerIsLost()).isTrue();
    assertThat(commits).as("not sent again").hasValue(1);
    assertThat(created.pointer().isForeign()).isFalse();
  }

  private List<String> runs() {
    return direct.runs().stream().map(PublishedRun::runId).toList();
  }

  private List<String> paths() {
    return direct.at(direct.pointer()).allFiles().stream().map(ArchivedFile::path).toList();
  }
}
