package io.tallykeep.service.settings;

import java.time.Duration;

/**
 * What bounds the clients' side.
 *
 * @param connections connections at once; further ones wait to be accepted
 * @param lookupBytes the JSON of one look-up: a request's body, or a line of a batch
 * @param headerBytes request line and header of a request
 * @param requestWithin a request's body must have arrived by then; a batch's comes as it likes
 * @param idle a connection that sends no whole header, or takes or brings not one byte of a body,
 *     for so long is closed
 */
public record ClientLimits(
    int connections, int lookupBytes, int headerBytes, Duration requestWithin, Duration idle) {
  public ClientLimits {
    Checks.between("client-connections", connections, 1, 100_000);
    Checks.between("max-lookup", lookupBytes, 256, 1_048_576);
    Checks.between("max-header", headerBytes, 1_024, 65_536);
    Checks.between("request-within", requestWithin, Duration.ofMillis(100), Duration.ofMinutes(10));
    Checks.between("idle", idle, Duration.ofMillis(100), Duration.ofHours(1));
  }
}
