package io.tallykeep.jobs.retention.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.ChildRun;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.AnswerLoss;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** An inbox whose commands die around one of their effects. */
public final class FaultyInbox implements AutoCloseable {
  private final TestInbox inbox;
  private final FaultProxy mysql;
  private final FaultProxy s3;
  private final Names names;

  private FaultyInbox(TestInbox inbox, FaultProxy mysql, FaultProxy s3) {
    this.inbox = inbox;
    this.mysql = mysql;
    this.s3 = s3;
    this.names = new Names(inbox);
  }

  /** An inbox with so many days of so many rows each, not yet adopted. */
  public static FaultyInbox create(Path folder, int days, int rows)
      throws SQLException, IOException {
    Sandbox sandbox = Sandbox.shared();
    TestInbox inbox = TestInbox.create(sandbox, Files.createTempDirectory(folder, "inbox-"), days);
    for (int daysAgo = 1; daysAgo <= days; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), rows);
    }
    MysqlAddress mysqlAddress = sandbox.mysql();
    S3Address s3Address = sandbox.s3();
    FaultProxy mysql = FaultProxy.inFrontOf(mysqlAddress.host(), mysqlAddress.port());
    FaultProxy s3 =
        FaultProxy.inFrontOf(s3Address.endpoint().getHost(), s3Address.endpoint().getPort());
    FaultyInbox faulty = new FaultyInbox(inbox, mysql, s3);
    faulty.throughTheProxies();
    return faulty;
  }

  private void throughTheProxies() throws IOException {
    Sandbox sandbox = Sandbox.shared();
    inbox.configure(sandbox.mysql().throughPort(mysql.port()), sandbox.s3().throughPort(s3.port()));
  }

  /** Makes something that reaches the servers without the proxies between. */
  public <T> T direct(Callable<T> maker) throws Exception {
    inbox.configure(Sandbox.shared().mysql(), Sandbox.shared().s3());
    T made = maker.call();
    throughTheProxies();
    return made;
  }

  public TestInbox inbox() {
    return inbox;
  }

  public FaultProxy mysql() {
    return mysql;
  }

  /** Runs a command that must come to a clean end. */
  public void clean(List<String> words) {
    Outcome outcome = inbox.run(words.toArray(String[]::new));
    assertThat(outcome.exitCode()).as(String.join(" ", words) + ": " + outcome).isZero();
  }

  /**
   * What a run came to that was to die.
   *
   * @param reached whether it came to the effect at all
   * @param exitCode its exit code
   * @param output what it said
   */
  public record Death(boolean reached, int exitCode, String output) {}

  /** What a proxy does at a stop. It may outlast the run it ends, and must not hit what follows. */
  private record Action(Runnable work, CompletableFuture<Void> end) implements Runnable {
    Action(Runnable work) {
      this(work, new CompletableFuture<>());
    }

    @Override
    public void run() {
      try {
        work.run();
      } finally {
        end.complete(null);
      }
    }

    void awaitEnd() {
      assertThat(end).succeedsWithin(Duration.ofSeconds(60));
    }
  }

  /** Runs a command in this JVM and takes its servers away around an effect of it. */
  public Death crash(Crash crash, List<String> words) {
    awaitNoLocks();
    FaultProxy proxy = proxy(crash.effect());
    String[] texts = texts(crash.effect());
    BooleanSupplier happened =
        switch (crash.crash()) {
          case BEFORE -> {
            Action action = new Action(this::takeServersAway);
            yield reached(proxy.stopBefore(action, texts), action);
          }
          case AFTER -> {
            Action action = new Action(this::refuseRequests);
            yield reached(proxy.stopAfter(action, texts), action);
          }
          case ANSWER_LOST -> lost(proxy.dropAnswerAfterAll(texts));
        };
    try {
      Outcome outcome = inbox.run(words.toArray(String[]::new));
      return new Death(happened.getAsBoolean(), outcome.exitCode(), outcome.toString());
    } finally {
      heal();
    }
  }

  /** Runs a command in a process of its own and kills that before or after an effect. */
  Death kill(Crash crash, List<String> words) {
    awaitNoLocks();
    FaultProxy proxy = proxy(crash.effect());
    String[] texts = texts(crash.effect());
    CompletableFuture<ChildRun> started = new CompletableFuture<>();
    boolean before = crash.crash() == CrashCase.BEFORE;
    Action action =
        new Action(
            () -> {
              started.join().kill();
              if (before) {
                proxy.cut();
              }
            });
    Stop stop = before ? proxy.stopBefore(action, texts) : proxy.stopAfter(action, texts);
    ChildRun child = ChildRun.start(inbox, words.toArray(String[]::new));
    started.complete(child);
    int exitCode = child.waitForEnd();
    boolean reached = reached(stop, action).getAsBoolean();
    heal();
    return new Death(reached, exitCode, child.output());
  }

  /** The proxy through which an effect goes. */
  public FaultProxy proxy(ExternalEffect effect) {
    return effect.isOfObjectStore() ? s3 : mysql;
  }

  /** The texts that find an effect in the traffic of this inbox's jobs. */
  public String[] texts(ExternalEffect effect) {
    return effect.texts(names);
  }

  /** Stands still when an effect is there and nobody knows yet, and does something meanwhile. */
  public Stop stopAfter(ExternalEffect effect, Runnable action) {
    return proxy(effect).stopAfter(action, texts(effect));
  }

  /** Waits until the server has seen the sessions of a dead run end. */
  private void awaitNoLocks() {
    await("the server notices that the run has ended")
        .pollDelay(Duration.ZERO)
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                inbox
                    .query(
                        "SELECT OBJECT_NAME FROM performance_schema.metadata_locks WHERE"
                            + " OBJECT_TYPE = 'USER LEVEL LOCK' AND (OBJECT_NAME LIKE '%"
                            + inbox.control()
                            + "%' OR OBJECT_NAME LIKE '%"
                            + inbox.schema()
                            + "%')")
                    .isEmpty());
  }

  private void takeServersAway() {
    mysql.refuse();
    s3.refuse();
    mysql.cut();
    s3.cut();
  }

  private void refuseRequests() {
    mysql.refuseRequests();
    s3.refuseRequests();
  }

  private static BooleanSupplier reached(Stop stop, Action action) {
    return () -> {
      boolean reached = stop.isReached();
      if (reached) {
        action.awaitEnd();
      }
      return reached;
    };
  }

  private static BooleanSupplier lost(AnswerLoss loss) {
    return () -> loss.lostAnswers() > 0;
  }

  /** Takes back all faults of both proxies. */
  public void heal() {
    mysql.heal();
    s3.heal();
  }

  @Override
  public void close() {
    mysql.close();
    s3.close();
  }
}
