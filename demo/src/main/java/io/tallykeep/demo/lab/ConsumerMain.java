package io.tallykeep.demo.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.RedisClient;

/** A consumer in a process of its own, for one delivery. */
final class ConsumerMain {
  private static final String SCHEMA = "TALLYKEEP_LAB_SCHEMA";
  private static final String CONSUMER = "TALLYKEEP_LAB_CONSUMER";
  private static final String REDIS_PORT = "TALLYKEEP_LAB_REDIS_PORT";
  private static final String OFFSET_FILE = "TALLYKEEP_LAB_OFFSET_FILE";
  private static final String TTL_MILLIS = "TALLYKEEP_LAB_TTL_MILLIS";

  private ConsumerMain() {}

  /** Which protocol the process follows. */
  enum Kind {
    GATED,
    SETNX_FIRST,
    DB_THEN_SETNX,
    OFFSET_FIRST
  }

  /** The environment of a process that uses Redis. */
  static Map<String, String> withRedis(CreditTables tables, RedisServer redis, long ttlMillis) {
    return Map.of(
        SCHEMA,
        tables.schema(),
        REDIS_PORT,
        String.valueOf(redis.port()),
        TTL_MILLIS,
        String.valueOf(ttlMillis));
  }

  /** The environment of a process that saves its offset in a file. */
  static Map<String, String> withOffset(CreditTables tables, Path offsetFile) {
    return Map.of(SCHEMA, tables.schema(), OFFSET_FILE, offsetFile.toString());
  }

  /** The environment of a process that goes through the gate. */
  static Map<String, String> withGate(String consumer, GatedInbox inbox, CreditTables tables) {
    Map<String, String> environment = new HashMap<>(inbox.toMap());
    environment.put(SCHEMA, tables.schema());
    environment.put(CONSUMER, consumer);
    return environment;
  }

  /** What a process is told: protocol, where to wait, and the message. */
  static String[] arguments(Kind kind, String waitAt, Delivery delivery) {
    return new String[] {
      kind.name(),
      waitAt,
      delivery.eventId(),
      delivery.operationId(),
      String.valueOf(delivery.cents())
    };
  }

  public static void main(String[] args) throws IOException, SQLException {
    Points points = Points.waitingAt(args[1]);
    Delivery delivery = new Delivery(args[2], args[3], Long.parseLong(args[4]));
    CreditTables tables =
        new CreditTables(
            ServerAddress.ofThisProcess().dataSource(), ServerAddress.variable(SCHEMA));
    String status = consumer(Kind.valueOf(args[0]), tables, delivery, points).deliver(delivery);
    System.out.println(LabProcess.MARK + "STATUS " + status);
  }

  private static Consumer consumer(
      Kind kind, CreditTables tables, Delivery delivery, Points points) {
    return switch (kind) {
      case GATED ->
          new GatedConsumer(
              ServerAddress.variable(CONSUMER), GatedInbox.ofThisProcess(), tables, points);
      case SETNX_FIRST ->
          new SetnxFirst(
              redis(), tables, Long.parseLong(ServerAddress.variable(TTL_MILLIS)), points);
      case DB_THEN_SETNX -> new DbThenSetnx(redis(), tables, points);
      case OFFSET_FIRST ->
          new OffsetFirst(
              new Topic(Path.of(ServerAddress.variable(OFFSET_FILE)), List.of(delivery)),
              tables,
              points);
    };
  }

  private static RedisClient redis() {
    return RedisServer.client(Integer.parseInt(ServerAddress.variable(REDIS_PORT)));
  }
}
