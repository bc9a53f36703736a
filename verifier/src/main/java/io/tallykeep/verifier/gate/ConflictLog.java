package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Keeps conflicts for a person. The same content again raises a count and adds no row. */
final class ConflictLog {
  private final Identifier controlSchema;
  private final Dataset dataset;

  ConflictLog(Identifier controlSchema, Dataset dataset) {
    this.controlSchema = controlSchema;
    this.dataset = dataset;
  }

  /**
   * Keeps a conflict.
   *
   * @param connection in a transaction of its own, after what was tried was rolled back
   * @param event the event that came now
   * @param operation the operation's key, for people; empty for a conflict of the event itself
   */
  void keep(Connection connection, GateEvent event, Conflict conflict, String operation)
      throws SQLException {
    String sql =
        "INSERT INTO "
            + controlSchema.quoted()
            + ".gate_conflict (conflict_id, dataset, shard, subject, identity, event_day,"
            + " operation, recorded, offered) VALUES (?, ?, ?, ?, ?, ?, NULLIF(?, ''), ?, ?)"
            + " ON DUPLICATE KEY UPDATE times = times + 1, last_seen_at = CURRENT_TIMESTAMP(6)";
    List<String> content =
        List.of(
            dataset.lockName(),
            conflict.subject().name(),
            String.join("\u0000", event.identity()),
            event.eventDay().toString(),
            operation,
            conflict.recorded(),
            conflict.offered());
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setBytes(1, EventKey.hash(content));
      statement.setString(2, dataset.name());
      statement.setInt(3, dataset.shard());
      statement.setString(4, conflict.subject().name());
      statement.setString(5, identity(event));
      statement.setObject(6, event.eventDay());
      statement.setString(7, operation);
      statement.setString(8, conflict.recorded());
      statement.setString(9, conflict.offered());
      statement.executeUpdate();
    }
  }

  private String identity(GateEvent event) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < event.identity().size(); i++) {
      text.append(i == 0 ? "" : ", ")
          .append(dataset.identity().get(i))
          .append('=')
          .append(event.identity().get(i));
    }
    return text.toString();
  }
}
