package io.tallykeep.statement.identity;

import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.StatementEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A digest of everything an entry says, without where it stands: equal for the same row in another
 * file. Two rows of a file that are equal in every field have the same fingerprint; their
 * occurrence number tells them apart. Fields are digested with their lengths, so that none runs
 * into the next.
 */
public final class EntryFingerprint {
  private EntryFingerprint() {}

  /** SHA-256 of an entry's content: 32 bytes. */
  public static byte[] of(StatementEntry entry) {
    FieldDigest digest = new FieldDigest();
    digest.text(entry.providerId()).text(entry.kind().type().name()).text(entry.kind().rawType());
    digest.text(entry.kind().status().name()).text(entry.kind().direction().name());
    digest.text(entry.kind().reversal().name());
    EntryAmounts amounts = entry.amounts();
    money(digest, amounts.booked());
    money(digest, amounts.gross());
    money(digest, amounts.fee());
    digest.text(words(entry.dates().booking())).text(words(entry.dates().value()));
    digest.text(words(entry.dates().instant()));
    digest.number(entry.carriers().byName().size());
    entry.carriers().byName().forEach((name, value) -> digest.text(name).text(value));
    digest.text(entry.party().name()).text(entry.party().account()).text(entry.text());
    return digest.bytes();
  }

  private static void money(FieldDigest digest, @Nullable Money money) {
    if (money == null) {
      digest.text(null);
    } else {
      digest.text(money.currency()).number(money.minor());
    }
  }

  private static @Nullable String words(@Nullable Object value) {
    return value == null ? null : Objects.toString(value);
  }
}
