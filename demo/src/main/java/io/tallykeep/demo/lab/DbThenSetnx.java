package io.tallykeep.demo.lab;

import java.sql.Connection;
import java.sql.SQLException;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/**
 * WRONG, to be seen failing: asks Redis, writes the database, then marks the event in Redis. A
 * crash between the last two gives the redelivery a second effect.
 */
final class DbThenSetnx implements Consumer {
  /** In the database, not yet in Redis. */
  static final String COMMITTED = "COMMITTED";

  private final RedisClient redis;
  private final CreditTables tables;
  private final Points points;

  DbThenSetnx(RedisClient redis, CreditTables tables, Points points) {
    this.redis = redis;
    this.tables = tables;
    this.points = points;
  }

  @Override
  public String deliver(Delivery delivery) throws SQLException {
    String key = SetnxFirst.key(tables, delivery);
    if (redis.exists(key)) {
      return "DUPLICATE";
    }
    try (Connection connection = tables.connect()) {
      connection.setAutoCommit(false);
      tables.credit(connection, delivery);
      connection.commit();
    }
    points.at(COMMITTED);
    redis.set(key, "done", SetParams.setParams().nx());
    return "SUCCEEDED";
  }
}
