package io.tallykeep.statement.identity;

import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementProfile;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What makes two rows the same entry: provider, merchant account, provider id, type, direction and
 * occurrence, and the status, so that a pending row is never taken for the booked one. Provider ids
 * are not unique by themselves: holds, fees and refunds share them. The file's name is no part.
 *
 * <p>Without a provider id the content's fingerprint takes its place, within its statement: equal
 * rows of two statements are two entries, the same statement sent again has the same ones.
 *
 * <p>Equal identity with another {@link EntryFingerprint} means that the provider changed the row,
 * or numbers entries in a way the profile's author didn't know: that is for the importer to tell.
 *
 * @param provider the profile's
 * @param merchantAccount the profile's
 * @param scope the statement, for an entry without provider id; null otherwise
 * @param key the provider id, or {@code sha256:} and the fingerprint in hex
 * @param type what it is
 * @param direction which way
 * @param status how final
 * @param occurrence from 1
 */
public record EntryIdentity(
    String provider,
    String merchantAccount,
    @Nullable String scope,
    String key,
    EntryType type,
    Direction direction,
    EntryStatus status,
    int occurrence) {
  /**
   * The identity of an entry that the gate has counted.
   *
   * @throws IllegalArgumentException if its occurrence is not counted yet
   */
  public static EntryIdentity of(
      StatementProfile profile, StatementHeader header, StatementEntry entry) {
    if (entry.occurrence() < 1) {
      throw new IllegalArgumentException("The entry at " + entry.place() + " is not counted.");
    }
    String id = entry.providerId();
    return new EntryIdentity(
        profile.provider(),
        profile.merchantAccount(),
        id == null ? scope(header) : null,
        id == null ? "sha256:" + HexFormat.of().formatHex(EntryFingerprint.of(entry)) : id,
        entry.kind().type(),
        entry.kind().direction(),
        entry.kind().status(),
        entry.occurrence());
  }

  /** A statement's logical name: account, currency, and its number and page or else its id. */
  public static String scope(StatementHeader header) {
    Long sequence = header.position().sequence();
    String own =
        sequence == null
            ? "id " + header.statementId()
            : "sequence " + sequence + " page " + header.position().page();
    return header.account() + " " + header.currency() + " " + own;
  }

  /** SHA-256 of all parts in hex, for a unique column: 64 characters. */
  public String digest() {
    FieldDigest digest = new FieldDigest();
    digest.text(provider).text(merchantAccount).text(scope).text(key).text(type.name());
    digest.text(direction.name()).text(status.name()).number(occurrence);
    return HexFormat.of().formatHex(digest.bytes());
  }

  /** What is counted by occurrence: 16 bytes of a digest of everything but the occurrence. */
  public static byte[] countingKey(StatementEntry entry) {
    String id = entry.providerId();
    FieldDigest digest = new FieldDigest();
    digest.number(entry.place().statement());
    digest.text(entry.kind().type().name()).text(entry.kind().direction().name());
    digest.text(entry.kind().status().name());
    if (id == null) {
      digest.text(null).text(HexFormat.of().formatHex(EntryFingerprint.of(entry)));
    } else {
      digest.text(Objects.requireNonNull(id));
    }
    return digest.bytes();
  }
}
