package io.tallykeep.statement.csv;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Turns a file's dates and times into moments of one provider's zone. Patterns are strict (no 30
 * February); a time without a zone is the provider's, never the machine's. Immutable and
 * thread-safe.
 */
final class ProviderClock {
  private final ZoneId zone;
  private final ZoneRules rules;
  private final String standardName;
  private final String daylightName;

  ProviderClock(ZoneId zone) {
    this.zone = zone;
    this.rules = zone.getRules();
    TimeZone names = TimeZone.getTimeZone(zone);
    this.standardName = names.getDisplayName(false, TimeZone.SHORT, Locale.ENGLISH);
    this.daylightName = names.getDisplayName(true, TimeZone.SHORT, Locale.ENGLISH);
  }

  /**
   * A strict formatter for a pattern.
   *
   * @throws IllegalArgumentException if it is no pattern
   */
  static DateTimeFormatter strict(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  /**
   * A local time that may be qualified by a zone's short name or offset.
   *
   * @param zoneName how the file names the zone ({@code CEST}, {@code +0200}), or null
   * @throws DateTimeException if no such time exists in the zone, or the file's name for it is not
   *     one of the zone at that time
   */
  ProviderTime at(LocalDateTime local, @Nullable String zoneName) {
    List<ZoneOffset> offsets = new ArrayList<>(rules.getValidOffsets(local));
    if (offsets.isEmpty()) {
      throw new DateTimeException(local + " does not exist in " + zone);
    }
    if (zoneName != null) {
      offsets.removeIf(offset -> !isNamed(zoneName, local.toInstant(offset), offset));
      if (offsets.isEmpty()) {
        throw new DateTimeException(
            "\"" + zoneName + "\" is not " + zone + " at " + local + ": declare the file's zone");
      }
    }
    return new ProviderTime(
        local.toLocalDate(), offsets.size() == 1 ? local.toInstant(offsets.get(0)) : null);
  }

  /** A moment that the file states with its offset; its date is the one in the provider's zone. */
  ProviderTime at(OffsetDateTime moment) {
    return at(moment.toInstant());
  }

  /** A moment; its date is the one in the provider's zone. */
  ProviderTime at(Instant moment) {
    return new ProviderTime(LocalDate.ofInstant(moment, zone), moment);
  }

  private boolean isNamed(String name, Instant moment, ZoneOffset offset) {
    if (name.startsWith("+") || name.startsWith("-")) {
      return offset.equals(offsetOf(name));
    }
    if (name.equals("UTC") || name.equals("GMT") && !hasName("GMT")) {
      return rules.isFixedOffset() && offset.equals(ZoneOffset.UTC);
    }
    return name.equals(rules.isDaylightSavings(moment) ? daylightName : standardName);
  }

  private boolean hasName(String name) {
    return standardName.equals(name) || daylightName.equals(name);
  }

  private static @Nullable ZoneOffset offsetOf(String name) {
    try {
      return ZoneOffset.of(name);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
