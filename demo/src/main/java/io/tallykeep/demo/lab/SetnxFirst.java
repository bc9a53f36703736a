package io.tallykeep.demo.lab;

import java.sql.Connection;
import java.sql.SQLException;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/**
 * WRONG, to be seen failing: reserves the event in Redis (SET NX), then writes the database. A
 * crash in between leaves a reservation without effect; a reservation that expires lets a second
 * consumer in while the first one still goes on.
 */
final class SetnxFirst implements Consumer {
  /** In Redis, not in the database. */
  static final String RESERVED = "RESERVED";

  private final RedisClient redis;
  private final CreditTables tables;
  private final SetParams reservation;
  private final Points points;

  /**
   * @param ttlMillis how long a reservation lasts; 0 for ever
   */
  SetnxFirst(RedisClient redis, CreditTables tables, long ttlMillis, Points points) {
    this.redis = redis;
    this.tables = tables;
    SetParams onlyNew = SetParams.setParams().nx();
    this.reservation = ttlMillis > 0 ? onlyNew.px(ttlMillis) : onlyNew;
    this.points = points;
  }

  static String key(CreditTables tables, Delivery delivery) {
    return tables.schema() + ":" + delivery.eventId();
  }

  @Override
  public String deliver(Delivery delivery) throws SQLException {
    if (redis.set(key(tables, delivery), "taken", reservation) == null) {
      return "DUPLICATE";
    }
    points.at(RESERVED);
    try (Connection connection = tables.connect()) {
      connection.setAutoCommit(false);
      tables.credit(connection, delivery);
      connection.commit();
    }
    return "SUCCEEDED";
  }
}
