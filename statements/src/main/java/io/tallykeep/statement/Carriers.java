package io.tallykeep.statement;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an entry that may carry a reference of ours or the provider's, in the file's order.
 * Placeholders count as missing and are not kept. Immutable.
 *
 * @param byName value by the field's name as the format calls it, for example {@code EndToEndId}
 */
public record Carriers(Map<String, String> byName) {
  /** No carriers. */
  public static final Carriers NONE = new Carriers(Map.of());

  private static final Set<String> PLACEHOLDERS =
      Set.of("NOTPROVIDED", "NONREF", "0", "-", "NONE", "N/A", "NULL");

  /** Keeps what says something. The order of the argument's iteration is the order kept. */
  public Carriers {
    LinkedHashMap<String, String> kept = new LinkedHashMap<>();
    byName.forEach(
        (name, value) -> {
          String real = real(value);
          if (real != null) {
            kept.put(name, real);
          }
        });
    byName = Collections.unmodifiableMap(kept);
  }

  /** A field's value; null if it is missing or holds a placeholder. */
  public @Nullable String value(String name) {
    return byName.get(name);
  }

  /**
   * The value without blanks around it, or null if it is blank or a placeholder ({@code
   * NOTPROVIDED}, {@code NONREF}, {@code 0}, {@code -} and their like, in any case).
   */
  public static @Nullable String real(@Nullable String value) {
    if (value == null) {
      return null;
    }
    String stripped = value.strip();
    if (stripped.isEmpty()
        || stripped.length() <= 11 && PLACEHOLDERS.contains(stripped.toUpperCase(Locale.ROOT))) {
      return null;
    }
    return stripped;
  }
}
