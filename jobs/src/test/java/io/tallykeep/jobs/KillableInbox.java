package io.tallykeep.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An adopted inbox behind two proxies, one in front of MySQL and one in front of the object store,
 * and jobs on it that are killed at a request of theirs.
 */
public final class KillableInbox implements AutoCloseable {
  private static final int LONGEST_HOLD_SECONDS = 90;

  private final FaultProxy mysql;
  private final FaultProxy s3;
  private final TestInbox inbox;

  private KillableInbox(FaultProxy mysql, FaultProxy s3, TestInbox inbox) {
    this.mysql = mysql;
    this.s3 = s3;
    this.inbox = inbox;
  }

  /** What becomes of the request at which a process is killed. */
  public enum Killed {
    /** It never reaches the server. */
    BEFORE,
    /** It was on its way, and the server does it when nobody waits any more. */
    IN_FLIGHT,
    /** The server had done it. */
    AFTER
  }

  /**
   * A place to be killed at.
   *
   * @param name in words
   * @param proxy which server's
   * @param killed what becomes of the request
   * @param texts find it, as for {@link FaultProxy#stopBefore}
   */
  public record Boundary(String name, FaultProxy proxy, Killed killed, List<String> texts) {}

  /** An inbox with so many days of so many rows each. */
  public static KillableInbox create(Sandbox sandbox, Path folder, int days, int rows)
      throws SQLException, IOException {
    return create(sandbox, folder, days, rows, inbox -> {});
  }

  /** What is done to the inbox when it is filled and before it is adopted. */
  @FunctionalInterface
  public interface Preparation {
    void prepare(TestInbox inbox) throws SQLException;
  }

  /** As {@link #create(Sandbox, Path, int, int)}, with a table that was changed before. */
  public static KillableInbox create(
      Sandbox sandbox, Path folder, int days, int rows, Preparation preparation)
      throws SQLException, IOException {
    TestInbox inbox = TestInbox.create(sandbox, folder, days);
    for (int daysAgo = 1; daysAgo <= days; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), rows);
    }
    preparation.prepare(inbox);
    assertThat(inbox.adopt(days).exitCode()).isZero();
    FaultProxy mysql = FaultProxy.inFrontOf(sandbox.mysql().host(), sandbox.mysql().port());
    FaultProxy s3 =
        FaultProxy.inFrontOf(sandbox.s3().endpoint().getHost(), sandbox.s3().endpoint().getPort());
    inbox.configure(sandbox.mysql().throughPort(mysql.port()), sandbox.s3().throughPort(s3.port()));
    return new KillableInbox(mysql, s3, inbox);
  }

  public TestInbox inbox() {
    return inbox;
  }

  public Boundary atSql(String name, Killed killed, String... texts) {
    return new Boundary(name, mysql, killed, List.of(texts));
  }

  /** The COMMIT of the ledger's change to this progress. */
  public Boundary atProgress(String name, Killed killed, String progress) {
    return atSql(name, killed, "SET progress = '" + progress + "'", "COMMIT");
  }

  /** The COMMIT of the archive's pointer. */
  public Boundary atPointer(String name, Killed killed) {
    return atSql(name, killed, "UPDATE `" + inbox.control() + "`.iceberg_tables", "COMMIT");
  }

  /** A request for a data file of the archive. */
  public Boundary atDataFile(String name, Killed killed, String method) {
    return new Boundary(
        name,
        s3,
        killed,
        List.of(method + " /" + inbox.bucket() + "/tallykeep/archive/inbox/data/"));
  }

  /**
   * Starts a job, with its options if it has some, in a process of its own, kills it at the
   * boundary, and returns when the servers have seen its sessions end.
   */
  public void kill(String job, Boundary boundary) {
    kill(
        job,
        boundary,
        () -> {
          if (boundary.killed() == Killed.BEFORE) {
            boundary.proxy().cut();
          }
        });
  }

  /** As {@link #kill(String, Boundary)}; the request stays on its way until it is let go. */
  public void killAndHold(String job, Boundary boundary, CountDownLatch letGo) {
    kill(job, boundary, () -> awaitLatch(letGo));
  }

  private void kill(String job, Boundary boundary, Runnable afterwards) {
    CompletableFuture<ChildRun> started = new CompletableFuture<>();
    Runnable action =
        () -> {
          started.join().kill();
          afterwards.run();
        };
    String[] texts = boundary.texts().toArray(String[]::new);
    Stop stop =
        boundary.killed() == Killed.AFTER
            ? boundary.proxy().stopAfter(action, texts)
            : boundary.proxy().stopBefore(action, texts);
    ChildRun child = ChildRun.start(inbox, ("jobs run " + job).split(" "));
    started.complete(child);
    int exitCode = child.waitForEnd();
    assertThat(stop.isReached()).as(() -> boundary.name() + ": " + child.output()).isTrue();
    assertThat(exitCode).as(boundary.name()).isEqualTo(ChildRun.KILLED);
    awaitNoRun();
  }

  /**
   * Starts a job in a process of its own and stops it (SIGSTOP) at the boundary, its request still
   * on the way. When the server has taken its locks away, the meanwhile runs; then the request goes
   * on and so does the process.
   *
   * @return the process, at its end
   */
  public ChildRun suspend(Runnable meanwhile, Boundary boundary, String... words) {
    CompletableFuture<ChildRun> started = new CompletableFuture<>();
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch letGo = new CountDownLatch(1);
    Stop stop =
        boundary
            .proxy()
            .stopBefore(
                () -> {
                  started.join().suspend();
                  stopped.countDown();
                  awaitLatch(letGo);
                },
                boundary.texts().toArray(String[]::new));
    ChildRun child = ChildRun.start(inbox, words);
    started.complete(child);
    try {
      await(boundary.name())
          .atMost(Duration.ofSeconds(LONGEST_HOLD_SECONDS))
          .until(() -> stopped.getCount() == 0 || !child.isAlive());
      assertThat(stopped.getCount()).as(() -> boundary.name() + ": " + child.output()).isZero();
      awaitNoRun();
      meanwhile.run();
    } finally {
      letGo.countDown();
      child.resume();
    }
    child.waitForEnd();
    assertThat(stop.isReached()).as(() -> boundary.name() + ": " + child.output()).isTrue();
    return child;
  }

  private static void awaitLatch(CountDownLatch letGo) {
    try {
      assertThat(letGo.await(LONGEST_HOLD_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until no session holds a run lock of this inbox. */
  public void awaitNoRun() {
    await("the server notices that the run has ended")
        .atMost(Duration.ofSeconds(30))
        .until(() -> runs().isEmpty());
  }

  /** The sessions that hold a run lock of this inbox. */
  public List<String> runs() throws SQLException {
    return inbox.query(
        "SELECT t.PROCESSLIST_ID FROM performance_schema.metadata_locks m"
            + " JOIN performance_schema.threads t ON t.THREAD_ID = m.OWNER_THREAD_ID"
            + " WHERE m.OBJECT_TYPE = 'USER LEVEL LOCK' AND m.LOCK_STATUS = 'GRANTED'"
            + " AND m.OBJECT_NAME LIKE 'tallykeep:run:% "
            + inbox.control()
            + ".inbox/0'");
  }

  /** The proxy in front of MySQL. */
  public FaultProxy mysql() {
    return mysql;
  }

  /** The proxy in front of the object store. */
  public FaultProxy s3() {
    return s3;
  }

  @Override
  public void close() {
    mysql.close();
    s3.close();
  }
}
