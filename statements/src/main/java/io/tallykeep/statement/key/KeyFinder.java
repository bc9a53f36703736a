package io.tallykeep.statement.key;

import io.tallykeep.statement.StatementEntry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds our key in an entry: in the declared carriers, in their order; else in free text, where it
 * may be wrapped. A text that looks like a key but whose check character is wrong is none.
 *
 * <p>In a carrier a key stands alone or between other signs; in free text also within a run of
 * letters once line ends, blanks and the usual wrapping signs are taken out. There a format of less
 * than 24 characters is not looked for: its check character would fit one other text in 36, also a
 * piece of a longer key. Immutable.
 *
 * @param formats the formats of keys, short ones for short fields included; one at least
 * @param carriers names of carriers, the most trusted first
 * @param freeText whether free text is searched
 */
public record KeyFinder(List<KeyFormat> formats, List<String> carriers, FreeText freeText) {
  /** Whether free text is searched. */
  public enum FreeText {
    /** After the carriers. */
    SEARCHED,
    /** Never. */
    IGNORED
  }

  private static final int LEAST_UNWRAPPED = 24;
  private static final Pattern WRAPPING = Pattern.compile("[\\s/?+:,.-]+");

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if there is no format
   */
  public KeyFinder {
    formats = List.copyOf(formats);
    carriers = List.copyOf(carriers);
    if (formats.isEmpty()) {
      throw new IllegalArgumentException("Declare the format of keys.");
    }
  }

  /** What was found. */
  public sealed interface Found {
    /**
     * One key.
     *
     * @param key the key
     * @param carrier where: a carrier's name, or {@code text}
     */
    record One(ClientKey key, String carrier) implements Found {}

    /** No key. */
    record None() implements Found {}

    /**
     * Different keys: the entry proves nothing about any of them.
     *
     * @param keys two at least
     */
    record Several(Set<ClientKey> keys) implements Found {}
  }

  /**
   * Looks into an entry. All declared carriers are read: two that hold different keys contradict
   * each other.
   */
  public Found find(StatementEntry entry) {
    Set<ClientKey> keys = new LinkedHashSet<>();
    String first = "text";
    for (String carrier : carriers) {
      String value = entry.carriers().value(carrier);
      Set<ClientKey> here = value == null ? Set.of() : bounded(value);
      first = keys.isEmpty() && !here.isEmpty() ? carrier : first;
      keys.addAll(here);
    }
    if (keys.isEmpty() && freeText == FreeText.SEARCHED) {
      keys.addAll(bounded(entry.text()));
      if (keys.isEmpty()) {
        keys.addAll(anywhere(WRAPPING.matcher(entry.text()).replaceAll("")));
      }
    }
    if (keys.isEmpty()) {
      return new Found.None();
    }
    return keys.size() == 1
        ? new Found.One(keys.iterator().next(), first)
        : new Found.Several(Set.copyOf(keys));
  }

  /** Keys that have no letter or digit right before or after them. */
  private Set<ClientKey> bounded(String text) {
    Set<ClientKey> keys = new LinkedHashSet<>();
    for (String word : text.split("[^0-9A-Za-z]+")) {
      String upper = upper(word);
      formats.stream().filter(format -> format.isKey(upper)).forEach(f -> keys.add(key(upper)));
    }
    return keys;
  }

  /** Keys wherever they begin. */
  private Set<ClientKey> anywhere(String text) {
    Set<ClientKey> keys = new LinkedHashSet<>();
    for (KeyFormat format : formats) {
      if (format.length() < LEAST_UNWRAPPED) {
        continue;
      }
      Matcher candidate = format.pattern().matcher(text);
      for (int from = 0; candidate.find(from); from = candidate.start() + 1) {
        String upper = upper(candidate.group());
        if (format.isKey(upper)) {
          keys.add(key(upper));
        }
      }
    }
    return keys;
  }

  private static ClientKey key(String value) {
    return new ClientKey(value);
  }

  /** Capital letters of ASCII; other letters stay and are no key's. */
  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
