package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Dataset;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** The control table of deferred events. */
final class DeferredTable {
  static final int MAX_WAITS_FOR_LENGTH = 1000;

  private final GateSettings settings;

  DeferredTable(GateSettings settings) {
    this.settings = settings;
  }

  private Dataset dataset() {
    return settings.dataset();
  }

  String table() {
    return settings.controlSchema().quoted() + ".gate_deferred";
  }

  /** Keeps an event for later. */
  void insert(
      Connection connection, EventKey key, byte[] payloadHash, Deferral deferral, String waitsFor)
      throws SQLException {
    List<String> identity = key.texts();
    String sql =
        "INSERT INTO "
            + table()
            + " (dataset, shard, identity_hash, event_day, payload_hash, payload, owner, waits_for,"
            + " redriven_by, identity) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, JSON_ARRAY(?"
            + ", ?".repeat(identity.size() - 1)
            + "))";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, dataset().name());
      statement.setInt(2, dataset().shard());
      statement.setBytes(3, key.hash());
      statement.setObject(4, key.day());
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

  static String shortened(String waitsFor) {
    return waitsFor.length() <= MAX_WAITS_FOR_LENGTH
        ? waitsFor
        : waitsFor.substring(0, MAX_WAITS_FOR_LENGTH);
  }
}
