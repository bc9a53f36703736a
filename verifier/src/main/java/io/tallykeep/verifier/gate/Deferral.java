package io.tallykeep.verifier.gate;

import java.util.Map;

/**
 * What is kept of an event that can't be applied yet, so that it can be applied later without being
 * sent again.
 *
 * @param payload all that the effect needs, at most 16 MiB
 * @param owner who is responsible for its getting applied: a team, a queue
 * @param redrivenBy what will try it again: a job, a command
 * @param columns columns of its row that make it live, such as the status DEFERRED
 */
public record Deferral(
    byte[] payload, String owner, String redrivenBy, Map<String, Object> columns) {
  /** The longest owner and redrivenBy, in characters. */
  public static final int MAX_NAME_LENGTH = 255;

  private static final int MAX_PAYLOAD_BYTES = 16 << 20;

  public Deferral {
    payload = payload.clone();
    columns = Columns.copyOf(columns);
    requireName("owner", owner);
    requireName("redrivenBy", redrivenBy);
    if (payload.length > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "the payload of a deferral has "
              + payload.length
              + " bytes, more than "
              + MAX_PAYLOAD_BYTES
              + ". Keep it elsewhere and defer a reference to it.");
    }
  }

  private static void requireName(String what, String name) {
    if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          what + " of a deferral must have 1 to " + MAX_NAME_LENGTH + " characters.");
    }
  }
}
