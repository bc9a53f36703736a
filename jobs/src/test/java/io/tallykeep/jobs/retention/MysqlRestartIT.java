package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MySQL is killed and started again in the middle of a copy and of a publication. */
class MysqlRestartIT {
  private static final int DAYS = 5;
  private static final int ROWS = 100;

  @TempDir private Path folder;

  @Test
  void theNextRunGoesOnAndPublishesOnce() throws Exception {
    try (PrivateSandbox sandbox =
        Sandbox.startPrivate(folder.resolve("servers"), SandboxOptions.FOR_TESTS)) {
      TestInbox inbox = TestInbox.create(sandbox, folder, DAYS);
      for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
        inbox.fill(inbox.day(daysAgo), ROWS);
      }
      assertThat(inbox.adopt(DAYS).exitCode()).isZero();
      LocalDate day = inbox.day(DAYS);
      try (FaultProxy proxy =
          FaultProxy.inFrontOf(sandbox.mysql().host(), sandbox.mysql().port())) {
        inbox.configure(sandbox.mysql().throughPort(proxy.port()), sandbox.s3());
        interrupt(
            sandbox, inbox, proxy, "`received_at` FROM", "PARTITION (`" + TestInbox.partition(day));
        interrupt(
            sandbox, inbox, proxy, "UPDATE `" + inbox.control() + "`.iceberg_tables", "COMMIT");

        Outcome last = inbox.run("jobs", "run", "archive");

        assertThat(last.exitCode()).as(last.toString()).isZero();
        assertThat(inbox.progress(day)).isEqualTo("HELD");
        try (TestArchive archive = new TestArchive(inbox)) {
          assertThat(archive.publications(day)).hasSize(1);
          assertThat(archive.files(day)).hasSize(1);
          assertThat(archive.lookUp(day, 10).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
        }
      }
    }
  }

  /** Runs archive, and restarts MySQL just before it gets this request. */
  private static void interrupt(
      PrivateSandbox sandbox, TestInbox inbox, FaultProxy proxy, String... texts) {
    CountDownLatch restarted = new CountDownLatch(1);
    Stop stop =
        proxy.stopBefore(
            () -> {
              sandbox.mysqlServer().kill();
              sandbox.mysqlServer().start();
              restarted.countDown();
            },
            texts);
    Outcome outcome = inbox.run("jobs", "run", "archive");
    await("the server is back")
        .atMost(Duration.ofSeconds(60))
        .until(() -> restarted.getCount() == 0);
    assertThat(stop.isReached()).as(outcome.toString()).isTrue();
    assertThat(outcome.exitCode()).as(outcome.toString()).isIn(0, 2);
  }
}
