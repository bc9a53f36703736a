package io.tallykeep.verifier.gate;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An event as it comes to the gate.
 *
 * @param identity the values of the identity columns in their configured order, as text: a binary
 *     column's value in hex
 * @param eventDay its event day; where the identity holds the day, both must agree
 * @param payloadHash the hash of its payload; empty only where the dataset keeps none
 * @param columns further columns of its row, such as its status once the effect is done
 * @param operation the operation it asks for, if it asks for one
 * @param deferral what is kept of it if it can't be applied yet; without it such an event is left
 *     alone, and its sender must send it again
 */
public record GateEvent(
    List<String> identity,
    LocalDate eventDay,
    byte[] payloadHash,
    Map<String, Object> columns,
    Optional<GateOperation> operation,
    Optional<Deferral> deferral) {
  /**
   * @throws IllegalArgumentException if the hash or a value of the identity is null
   */
  public GateEvent {
    if (payloadHash == null) {
      throw new IllegalArgumentException(
          "the event's payload hash is null. Give its bytes, or none where the dataset keeps none.");
    }
    if (identity.stream().anyMatch(Objects::isNull)) {
      throw new IllegalArgumentException(
          "a value of the event's identity is null: " + identity + ". Give each its value.");
    }
    identity = List.copyOf(identity);
    payloadHash = payloadHash.clone();
    columns = Columns.copyOf(columns);
  }

  /** An event without operation and deferral. */
  public static GateEvent of(
      List<String> identity, LocalDate eventDay, byte[] payloadHash, Map<String, Object> columns) {
    return new GateEvent(
        identity, eventDay, payloadHash, columns, Optional.empty(), Optional.empty());
  }
}
