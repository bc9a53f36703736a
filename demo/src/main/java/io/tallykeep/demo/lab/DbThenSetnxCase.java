package io.tallykeep.demo.lab;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import redis.clients.jedis.RedisClient;

/** The database, then SETNX: a crash in between pays twice. So does a reservation that expires. */
final class DbThenSetnxCase implements LabCase {
  private static final long TTL_MILLIS = 300;

  @Override
  public String name() {
    return "db-then-setnx";
  }

  @Override
  public Protocol protocol() {
    return Protocol.WRONG;
  }

  @Override
  public String title() {
    return "A consumer commits, and dies before it marks the event in Redis; another one's"
        + " reservation expires while it still works.";
  }

  @Override
  public void play(LabStage stage, Story story) throws IOException, SQLException {
    Optional<RedisServer> server = stage.redis();
    if (server.isEmpty()) {
      story.notRun("no redis-server");
      return;
    }
    CreditTables tables = stage.newSchema(name()).createInbox().createAccount(0);
    story.figure("balanceBefore", tables.balance(), 0L);
    try (RedisClient redis = RedisServer.client(server.get().port())) {
      dieBeforeTheMark(stage, story, tables, redis);
      story.figure("effectsAfterCrash", tables.effects(), 2L);
      outliveTheReservation(stage, story, tables, redis);
      story.figure("effectsAfterExpiry", tables.effects() - 2, 2L);
    }
    story.expectStatuses("EFFECT", "SUCCEEDED", "SUCCEEDED", "SUCCEEDED");
    story.figure("balance", tables.balance(), 400L);
    story.figure("inboxRows", tables.inboxRows(), 0L);
    story.figure("effects", tables.effects(), 4L);
    story.meaning(
        "two events, four effects. A mark outside the transaction leaves a window in either order,"
            + " and a time to live only moves it: what decides must be a row in the effect's own"
            + " transaction.");
  }

  private static void dieBeforeTheMark(
      LabStage stage, Story story, CreditTables tables, RedisClient redis)
      throws IOException, SQLException {
    Delivery delivery = new Delivery("e-001", "op-001", 100);
    try (LabProcess process =
        stage.start(
            ConsumerMain.class,
            ConsumerMain.withRedis(tables, stage.redis().orElseThrow(), 0),
            ConsumerMain.arguments(
                ConsumerMain.Kind.DB_THEN_SETNX, DbThenSetnx.COMMITTED, delivery))) {
      process.await("AT " + DbThenSetnx.COMMITTED);
      String end = process.kill();
      story.step(
          "+100 as e-001: COMMIT done, then " + end,
          tables.effects() == 1 ? "EFFECT" : "NO_EFFECT");
    }
    story.step(
        "e-001 delivered again", new DbThenSetnx(redis, tables, Points.NONE).deliver(delivery));
  }

  private static void outliveTheReservation(
      LabStage stage, Story story, CreditTables tables, RedisClient redis)
      throws IOException, SQLException {
    Delivery delivery = new Delivery("e-002", "op-002", 100);
    try (LabProcess first =
        stage.start(
            ConsumerMain.class,
            ConsumerMain.withRedis(tables, stage.redis().orElseThrow(), TTL_MILLIS),
            ConsumerMain.arguments(ConsumerMain.Kind.SETNX_FIRST, SetnxFirst.RESERVED, delivery))) {
      first.await("AT " + SetnxFirst.RESERVED);
      story.step("+100 as e-002: SET NX PX " + TTL_MILLIS + " done, then the process stalls");
      String key = SetnxFirst.key(tables, delivery);
      Pause.until("the reservation expires", () -> !redis.exists(key));
      story.step(
          "the reservation has expired; e-002 delivered to another consumer",
          new SetnxFirst(redis, tables, TTL_MILLIS, Points.NONE).deliver(delivery));
      first.goOn();
      story.step("the stalled process goes on", first.await("STATUS"));
    }
  }
}
