package io.tallykeep.verifier.lookup;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * What is asked: an event's identity, and what the caller knows about it.
 *
 * @param dataset the dataset's name
 * @param identity the values of the identity columns in their configured order, as text: a binary
 *     column's value in hex
 * @param eventDay the event's day as the caller knows it
 * @param payloadHash the hash of the payload at hand, to be compared with the recorded one
 */
public record Query(
    String dataset,
    List<String> identity,
    Optional<LocalDate> eventDay,
    Optional<byte[]> payloadHash) {
  public Query {
    identity = List.copyOf(identity);
    payloadHash = payloadHash.map(byte[]::clone);
  }
}
