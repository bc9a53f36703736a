package io.tallykeep.statement.key;

import java.util.regex.Pattern;

/**
 * How client keys look: a fixed prefix, then letters and digits, the last one a check character
 * over all before it by ISO/IEC 7064, MOD 37,36. Digits and capital letters only: no sign that a
 * statement format gives a meaning to, and unique whatever the case. Immutable.
 *
 * @param prefix two to six capital letters or digits, the same for all keys
 * @param length characters of a key, prefix and check character included: 12 to 32; a key that a
 *     field of 16 characters must hold needs a short format of its own
 */
public record KeyFormat(String prefix, int length) {
  private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final int SHORTEST = 12;
  private static final int LONGEST = 32;

  /**
   * Checks the form.
   *
   * @throws IllegalArgumentException if prefix or length are out of range
   */
  public KeyFormat {
    if (!prefix.matches("[0-9A-Z]{2,6}")) {
      throw new IllegalArgumentException(
          "Key prefix '" + prefix + "': write two to six capital letters or digits.");
    }
    if (length < SHORTEST || length > LONGEST) {
      throw new IllegalArgumentException(
          "Key length " + length + ": choose " + SHORTEST + " to " + LONGEST + ".");
    }
  }

  /**
   * The key with a body of letters and digits.
   *
   * @param body {@code length - prefix - 1} characters of {@code [0-9A-Z]}
   * @throws IllegalArgumentException if the body has another length or other characters
   */
  public ClientKey withBody(String body) {
    if (!body.matches("[0-9A-Z]{" + (length - prefix.length() - 1) + "}")) {
      throw new IllegalArgumentException("'" + body + "' is no body of a key like " + this + ".");
    }
    String unchecked = prefix + body;
    return new ClientKey(unchecked + checkCharacter(unchecked));
  }

  /** Whether a text is a key: prefix, length, letters and digits, check character. */
  public boolean isKey(String text) {
    return text.length() == length
        && text.startsWith(prefix)
        && text.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0)
        && checkCharacter(text.substring(0, length - 1)) == text.charAt(length - 1);
  }

  /** Finds what looks like a key, in any case of letters. */
  Pattern pattern() {
    return Pattern.compile(
        prefix + "[0-9A-Z]{" + (length - prefix.length()) + "}", Pattern.CASE_INSENSITIVE);
  }

  /** ISO/IEC 7064, MOD 37,36. */
  static char checkCharacter(String text) {
    int product = ALPHABET.length();
    for (int i = 0; i < text.length(); i++) {
      int sum = (product + ALPHABET.indexOf(text.charAt(i))) % ALPHABET.length();
      product = (sum == 0 ? ALPHABET.length() : sum) * 2 % (ALPHABET.length() + 1);
    }
    return ALPHABET.charAt((ALPHABET.length() + 1 - product) % ALPHABET.length());
  }
}
