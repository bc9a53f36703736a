package io.tallykeep.archive.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.archive.table.CommitOutcome.Reason;
import io.tallykeep.archive.table.PointerMove.Result;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A commit's session that is still there, or went down with its server, while it is looked into.
 */
class SessionEndIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final PointerMove MOVE = new PointerMove(Optional.of("s3://b/0"), "s3://b/1", 1);

  private final ArchiveFixture fixture = new ArchiveFixture();
  private final PointerRow row = new PointerRow(Identifier.of(fixture.schema), "inbox");

  @AfterEach
  void close() {
    fixture.close();
  }

  private LostAnswer lostAnswer(DataSource control, Duration patience) {
    return new LostAnswer(
        new ControlConnections(control),
        row,
        new MetadataFiles(fixture.storage.fileIO()),
        patience);
  }

  /** A session that has moved the pointer and not committed. */
  private CommitSession pending(DataSource control) throws SQLException {
    try (Connection connection = control.getConnection()) {
      row.insert(connection, MOVE.from().orElseThrow());
    }
    CommitSession session = CommitSession.begin(new ControlConnections(control));
    assertThat(row.swap(session.connection(), MOVE.from().orElseThrow(), MOVE.to())).isEqualTo(1);
    return session;
  }

  private Future<Result> resolving(CommitSession session, Duration patience) {
    return CompletableFuture.supplyAsync(
        () -> lostAnswer(fixture.control, patience).resolve(session, MOVE, lost()));
  }

  private static SQLException lost() {
    return new SQLException("the answer was lost", "08S01");
  }

  @Test
  void nothingIsSaidWhileTheSessionCouldStillCommit() throws Exception {
    CommitSession session = pending(fixture.control);
    Future<Result> resolving = resolving(session, PATIENCE);

    assertThat(isDoneWithin(resolving, Duration.ofSeconds(1))).isFalse();
    session.connection().commit();
    assertThat(isDoneWithin(resolving, Duration.ofSeconds(1)))
        .as("committed, but its lock is still held")
        .isFalse();
    session.close();

    assertThat(resolving.get()).isEqualTo(new Result.Moved());
  }

  @Test
  void sessionThatEndsWithoutACommitMovedNothing() throws Exception {
    CommitSession session = pending(fixture.control);
    Future<Result> resolving = resolving(session, PATIENCE);
    session.abort();

    assertThat(resolving.get())
        .isInstanceOfSatisfying(
            Result.NotMoved.class,
            result -> {
              assertThat(result.reason()).isEqualTo(Reason.NOT_APPLIED);
              assertThat(result.detail()).contains("the answer was lost, SQLSTATE 08S01");
            });
  }

  @Test
  void sessionThatOutlivesThePatienceLeavesItUnknown() throws Exception {
    try (CommitSession session = pending(fixture.control)) {
      assertThat(resolving(session, Duration.ofSeconds(1)).get())
          .isInstanceOfSatisfying(
              Result.Unknown.class,
              result ->
                  assertThat(result.detail()).contains("could not be seen to end within 1 s"));
    }
  }

  @Test
  void sessionOfASilentClientIsEndedByTheServer() throws Exception {
    CommitSession session = pending(fixture.control);

    assertThat(resolving(session, PATIENCE).get())
        .as("nobody closed it; the server did after %s s", CommitSession.IDLE_SECONDS)
        .isInstanceOf(Result.NotMoved.class);
    session.close();
  }

  @Test
  void serverThatDiedMidwayTellsAfterItsRestart(@TempDir Path folder) throws Exception {
    try (PrivateSandbox own =
        Sandbox.startPrivate(folder.resolve("server"), SandboxOptions.FOR_TESTS.mysqlOnly())) {
      MysqlAddress address = own.mysql();
      DataSource control =
          new MysqlSource(address.jdbcUrl(""), address.user(), address.password()).dataSource();
      fixture.createControlSchema(control);
      CommitSession session = pending(control);
      own.mysqlServer().kill();
      own.mysqlServer().restart();

      assertThat(lostAnswer(control, PATIENCE).resolve(session, MOVE, lost()))
          .isInstanceOfSatisfying(
              Result.NotMoved.class,
              result -> assertThat(result.reason()).isEqualTo(Reason.NOT_APPLIED));
      session.close();
    }
  }

  @Test
  void anotherServerDoesNotKnowHowItEnded(@TempDir Path folder) throws Exception {
    try (PrivateSandbox own =
        Sandbox.startPrivate(folder.resolve("server"), SandboxOptions.FOR_TESTS.mysqlOnly())) {
      MysqlAddress address = own.mysql();
      DataSource other =
          new MysqlSource(address.jdbcUrl(""), address.user(), address.password()).dataSource();
      CommitSession session = pending(fixture.control);
      session.abort();

      assertThat(lostAnswer(other, PATIENCE).resolve(session, MOVE, lost()))
          .isInstanceOfSatisfying(
              Result.Unknown.class,
              result -> assertThat(result.detail()).contains("the server is now another one"));
    }
  }

  private static boolean isDoneWithin(Future<Result> result, Duration wait)
      throws InterruptedException, ExecutionException {
    try {
      result.get(wait.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }
}
