package io.tallykeep.client;

import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What is asked: an event's identity, and what the caller knows about it. Immutable. Any text can
 * be put in: what can't be asked is UNDECIDABLE, not an exception.
 *
 * @param dataset the dataset's name; not needed where the service has only one
 * @param identity the values of the identity columns in their configured order, as text: a binary
 *     column's value in hex
 * @param eventDay the event's day; without it a miss is UNDECIDABLE, unless the identity holds it
 * @param payloadHash the hash of the payload at hand, in hex; without it no answer can be CONFLICT
 */
public record LookupRequest(
    Optional<String> dataset,
    List<String> identity,
    Optional<LocalDate> eventDay,
    Optional<String> payloadHash) {

  /**
   * @throws NullPointerException if a value is null
   */
  public LookupRequest {
    identity = List.copyOf(identity);
  }

  /**
   * Asks about the event of this identity: one value for each of its columns, in the dataset's
   * order. Values in each other's place name another event, which nobody has seen.
   */
  public static LookupRequest of(String... identity) {
    return new LookupRequest(
        Optional.empty(), List.of(identity), Optional.empty(), Optional.empty());
  }

  /** The same with the event's day. */
  public LookupRequest onDay(LocalDate day) {
    return new LookupRequest(dataset, identity, Optional.of(day), payloadHash);
  }

  /** The same with the hash of the payload at hand, in hex. */
  public LookupRequest withPayloadHash(String hex) {
    return new LookupRequest(dataset, identity, eventDay, Optional.of(hex));
  }

  /** The same with the hash of the payload at hand. */
  public LookupRequest withPayloadHash(byte[] hash) {
    return withPayloadHash(HexFormat.of().formatHex(hash));
  }

  /** The same in that dataset. */
  public LookupRequest inDataset(String name) {
    return new LookupRequest(Optional.of(name), identity, eventDay, payloadHash);
  }
}
