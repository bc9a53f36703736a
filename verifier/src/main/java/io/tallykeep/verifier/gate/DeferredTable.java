package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Dataset;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The control table of deferred events. */
final class DeferredTable {
  private static final int MAX_WAITS_FOR_LENGTH = 1000;
  private static final String THIS_EVENT =
      " WHERE dataset = ? AND shard = ? AND identity_hash = ? AND event_day = ?";

  private final GateSettings settings;

  DeferredTable(GateSettings settings) {
    this.settings = settings;
  }

  private Dataset dataset() {
    return settings.dataset();
  }

  private String table() {
    return settings.controlSchema().quoted() + ".gate_deferred";
  }

  /**
   * Keeps an event for later, whose row the same transaction has inserted: a deferral that is there
   * is one whose row is gone.
   */
  void insert(
      Connection connection, EventKey key, byte[] payloadHash, Deferral deferral, String waitsFor)
      throws SQLException {
    List<String> identity = key.texts();
    String sql =
        "REPLACE INTO "
            + table()
            + " (dataset, shard, identity_hash, event_day, payload_hash, payload, owner, waits_for,"
            + " redriven_by, identity) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, JSON_ARRAY(?"
            + ", ?".repeat(identity.size() - 1)
            + "))";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bindEvent(statement, 1, key);
      statement.setBytes(5, payloadHash);
      statement.setBytes(6, deferral.payload());
      statement.setString(7, deferral.owner());
      statement.setString(8, shortened(waitsFor));
      statement.setString(9, deferral.redrivenBy());
      for (int i = 0; i < identity.size(); i++) {
        statement.setString(10 + i, identity.get(i));
      }
      statement.executeUpdate();
    }
  }

  /**
   * What is kept of an event that waits.
   *
   * @param owner who is responsible for its getting applied
   * @param waitsFor what it waits for
   * @param payloadHash the hash of its payload
   */
  record Kept(String owner, String waitsFor, byte[] payloadHash) {}

  /** An event's deferral; empty if it has none. */
  Optional<Kept> find(Connection connection, EventKey key, RowLock lock) throws SQLException {
    String sql = "SELECT owner, waits_for, payload_hash FROM " + table() + THIS_EVENT + lock.sql();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bindEvent(statement, 1, key);
      try (ResultSet row = statement.executeQuery()) {
        return row.next()
            ? Optional.of(new Kept(row.getString(1), row.getString(2), row.getBytes(3)))
            : Optional.empty();
      }
    }
  }

  /** Notes that an event is tried again, which makes it the last one of the list. */
  void tried(Connection connection, EventKey key) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE "
                + table()
                + " SET tries = tries + 1, tried_at = CURRENT_TIMESTAMP(6)"
                + THIS_EVENT)) {
      bindEvent(statement, 1, key);
      statement.executeUpdate();
    }
  }

  /** Notes what an event still waits for. */
  void stillWaits(Connection connection, EventKey key, String waitsFor) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("UPDATE " + table() + " SET waits_for = ?" + THIS_EVENT)) {
      statement.setString(1, shortened(waitsFor));
      bindEvent(statement, 2, key);
      statement.executeUpdate();
    }
  }

  /** Removes an event's deferral. */
  void delete(Connection connection, EventKey key) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("DELETE FROM " + table() + THIS_EVENT)) {
      bindEvent(statement, 1, key);
      statement.executeUpdate();
    }
  }

  /** The events whose last try is longest ago. */
  List<DeferredEvent> longestUntried(Connection connection, int limit) throws SQLException {
    int identityColumns = dataset().identity().size();
    String sql =
        "SELECT event_day, payload_hash, payload, owner, waits_for, redriven_by, tries,"
            + " UNIX_TIMESTAMP(deferred_at), "
            + IntStream.range(0, identityColumns)
                .mapToObj(i -> "JSON_UNQUOTE(JSON_EXTRACT(identity, '$[" + i + "]'))")
                .collect(Collectors.joining(", "))
            + " FROM "
            + table()
            + " WHERE dataset = ? AND shard = ? ORDER BY tried_at LIMIT ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, dataset().name());
      statement.setInt(2, dataset().shard());
      statement.setInt(3, limit);
      List<DeferredEvent> events = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          events.add(event(row, identityColumns));
        }
      }
      return events;
    }
  }

  private static DeferredEvent event(ResultSet row, int identityColumns) throws SQLException {
    List<String> identity = new ArrayList<>();
    for (int i = 0; i < identityColumns; i++) {
      identity.add(row.getString(9 + i));
    }
    return new DeferredEvent(
        identity,
        row.getObject(1, LocalDate.class),
        row.getBytes(2),
        row.getBytes(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getLong(7),
        instant(row.getBigDecimal(8)));
  }

  private static Instant instant(BigDecimal seconds) {
    return Instant.EPOCH.plusNanos(seconds.movePointRight(9).longValueExact());
  }

  private void bindEvent(PreparedStatement statement, int first, EventKey key) throws SQLException {
    statement.setString(first, dataset().name());
    statement.setInt(first + 1, dataset().shard());
    statement.setBytes(first + 2, key.hash());
    statement.setObject(first + 3, key.day());
  }

  private static String shortened(String waitsFor) {
    return waitsFor.length() <= MAX_WAITS_FOR_LENGTH
        ? waitsFor
        : waitsFor.substring(0, MAX_WAITS_FOR_LENGTH);
  }
}
