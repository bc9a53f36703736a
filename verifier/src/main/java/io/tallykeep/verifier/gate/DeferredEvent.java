package io.tallykeep.verifier.gate;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/**
 * An event that waits for something before it can be applied.
 *
 * @param identity the values of its identity columns, as text
 * @param eventDay its event day
 * @param payloadHash the hash of its payload
 * @param payload what its consumer kept of it
 * @param owner who is responsible for its getting applied
 * @param waitsFor what it waits for
 * @param redrivenBy what will try it again
 * @param tries how often it was tried
 * @param deferredAt when it was tried first, by the server's clock
 */
public record DeferredEvent(
    List<String> identity,
    LocalDate eventDay,
    byte[] payloadHash,
    byte[] payload,
    String owner,
    String waitsFor,
    String redrivenBy,
    long tries,
    Instant deferredAt) {
  public DeferredEvent {
    identity = List.copyOf(identity);
    payloadHash = payloadHash.clone();
    payload = payload.clone();
  }
}
