package io.tallykeep.archive.table;

import static io.tallykeep.archive.table.ArchiveFixture.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.table.CommitOutcome.AlreadyCommitted;
import io.tallykeep.archive.table.CommitOutcome.Committed;
import io.tallykeep.archive.table.CommitOutcome.NotCommitted;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExpireIT {
  private final ArchiveFixture fixture = new ArchiveFixture();
  private final ArchiveTable table = fixture.table();

  @BeforeEach
  void publish() {
    table.publish(
        fixture.publication(
            "run-1",
            fixture.file(DAY, "a", 1),
            fixture.file(DAY.plusDays(1), "b", 2),
            fixture.file(DAY.plusDays(2), "c", 3)),
        CommitGuard.NONE);
    table.publish(fixture.publication("run-2", fixture.file(DAY, "late", 1)), CommitGuard.NONE);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void expiredDaysLeaveTheSnapshotAndNoOther() {
    Pointer before = table.pointer();

    CommitOutcome outcome =
        table.expire(Set.of(DAY, DAY.plusDays(2)), "expire-1", CommitGuard.NONE);

    assertThat(outcome).isInstanceOf(Committed.class);
    ArchiveSnapshot now = table.at(table.pointer());
    assertThat(now.files(DAY)).isEmpty();
    assertThat(now.files(DAY.plusDays(1))).hasSize(1);
    assertThat(now.files(DAY.plusDays(2))).isEmpty();
    assertThat(now.sequence()).isEqualTo(3);
    assertThat(table.at(before).files(DAY)).as("the earlier snapshot stands").hasSize(2);
    assertThat(table.findRun("expire-1"))
        .hasValueSatisfying(
            run -> {
              assertThat(run.isPublish()).isFalse();
              assertThat(run.digest()).isEmpty();
              assertThat(run.summary())
                  .containsEntry(SummaryKeys.EXPIRED_DAYS, "2026-01-01,2026-01-03")
                  .containsEntry(SummaryKeys.DATASET, "inbox");
            });
  }

  @Test
  void expiryIsMadeOnceAndNamesItsDays() {
    table.expire(Set.of(DAY), "expire-1", CommitGuard.NONE);

    assertThat(table.expire(Set.of(DAY), "expire-1", CommitGuard.NONE))
        .isInstanceOf(AlreadyCommitted.class);
    assertThatThrownBy(() -> table.expire(Set.of(DAY.plusDays(1)), "expire-1", CommitGuard.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("another change under that run id");
    assertThat(table.runs()).hasSize(3);
  }

  @Test
  void dayWithoutFilesIsExpiredAllTheSame() {
    assertThat(table.expire(Set.of(DAY.minusDays(9)), "expire-1", CommitGuard.NONE))
        .isInstanceOf(Committed.class);
    assertThat(table.at(table.pointer()).allFiles()).hasSize(4);
    assertThat(table.findRun("expire-1")).isPresent();
  }

  @Test
  void guardStopsAnExpiry() {
    assertThat(table.expire(Set.of(DAY), "expire-1", connection -> false))
        .isInstanceOf(NotCommitted.class);
    assertThat(table.at(table.pointer()).files(DAY)).hasSize(2);
  }

  @Test
  void publicationOfAnExpiredDayIsNotTakenForDone() {
    Publication late = fixture.publication("run-2", fixture.file(DAY, "late", 1));
    table.expire(Set.of(DAY), "expire-1", CommitGuard.NONE);

    assertThatThrownBy(() -> table.publish(late, CommitGuard.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("replaced or expired since");
  }

  @Test
  void expiryWithoutDaysIsRefused() {
    assertThatThrownBy(() -> table.expire(Set.of(), "expire-1", CommitGuard.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("names no day");
  }
}
