package io.tallykeep.demo.lab;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import redis.clients.jedis.RedisClient;

/** SETNX, then the database: a crash in between loses the payment. */
final class SetnxCase implements LabCase {
  @Override
  public String name() {
    return "setnx";
  }

  @Override
  public Protocol protocol() {
    return Protocol.WRONG;
  }

  @Override
  public String title() {
    return "A consumer reserves the event in Redis, and dies before its transaction.";
  }

  @Override
  public void play(LabStage stage, Story story) throws IOException, SQLException {
    Optional<RedisServer> server = stage.redis();
    if (server.isEmpty()) {
      story.notRun("no redis-server");
      return;
    }
    Delivery delivery = new Delivery("e-001", "op-001", 100);
    CreditTables tables = stage.newSchema(name()).createInbox().createAccount(0);
    story.figure("balanceBefore", tables.balance(), 0L);
    try (RedisClient redis = RedisServer.client(server.get().port());
        LabProcess process =
            stage.start(
                ConsumerMain.class,
                ConsumerMain.withRedis(tables, server.get(), 0),
                ConsumerMain.arguments(
                    ConsumerMain.Kind.SETNX_FIRST, SetnxFirst.RESERVED, delivery))) {
      process.await("AT " + SetnxFirst.RESERVED);
      story.step("+100 as e-001: SET NX done, then " + process.kill(), rolledBack(tables));
      story.step(
          "e-001 delivered again", new SetnxFirst(redis, tables, 0, Points.NONE).deliver(delivery));
      story.figure("reserved", redis.exists(SetnxFirst.key(tables, delivery)), true);
    }
    story.expectStatuses("NO_EFFECT", "DUPLICATE");
    story.figure("balance", tables.balance(), 0L);
    story.figure("inboxRows", tables.inboxRows(), 0L);
    story.figure("effects", tables.effects(), 0L);
    story.meaning(
        "reserved, but never applied, and every redelivery is taken for a duplicate. The"
            + " reservation must be a row in the effect's own transaction.");
  }

  private static String rolledBack(CreditTables tables) throws SQLException {
    return tables.effects() == 0 ? "NO_EFFECT" : "EFFECT";
  }
}
