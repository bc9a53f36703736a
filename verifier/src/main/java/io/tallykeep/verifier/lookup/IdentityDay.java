package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.EventDayOrigin;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The UTC day inside an identity: the first 48 bits of a UUIDv7 (RFC 9562, section 5.7) and of a
 * ULID are milliseconds since 1970.
 */
final class IdentityDay {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{32}");

  /** Crockford's base 32 without the letters it reads as digits; 26 digits hold 130 bits. */
  private static final Pattern ULID = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

  private static final String BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int TIME_DIGITS = 10;

  private IdentityDay() {}

  /**
   * The day inside the last identity value.
   *
   * @param origin UUID_V7 or ULID
   * @param text the value as text; 16 bytes as 32 hex digits
   * @return empty if the value is not what the origin says it is
   */
  static Optional<LocalDate> of(EventDayOrigin origin, String text) {
    return switch (origin) {
      case EVENT_TIME -> Optional.empty();
      case UUID_V7 -> uuid(text);
      case ULID -> ulid(text);
    };
  }

  private static Optional<LocalDate> uuid(String text) {
    if (!UUID.matcher(text).matches()) {
      return Optional.empty();
    }
    String hex = text.replace("-", "");
    boolean versionSeven = hex.charAt(12) == '7';
    boolean rfcVariant = (HexFormat.fromHexDigit(hex.charAt(16)) & 0b1100) == 0b1000;
    return versionSeven && rfcVariant ? Optional.of(bytes(hex)) : Optional.empty();
  }

  private static Optional<LocalDate> ulid(String text) {
    if (text.length() == 32 && UUID.matcher(text).matches()) {
      return Optional.of(bytes(text));
    }
    String upper = text.toUpperCase(java.util.Locale.ROOT);
    if (!ULID.matcher(upper).matches()) {
      return Optional.empty();
    }
    long millis = 0;
    for (int i = 0; i < TIME_DIGITS; i++) {
      millis = millis << 5 | BASE32.indexOf(upper.charAt(i));
    }
    return Optional.of(day(millis));
  }

  private static LocalDate bytes(String hex) {
    return day(HexFormat.fromHexDigitsToLong(hex, 0, 12));
  }

  private static LocalDate day(long millis) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
  }
}
