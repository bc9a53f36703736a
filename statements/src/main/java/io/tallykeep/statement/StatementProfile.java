package io.tallykeep.statement;

import java.time.ZoneId;

/**
 * How files of one merchant account at one provider are read: everything that a file does not state
 * itself. Nothing of it is guessed. Immutable.
 *
 * @param provider the provider's name, part of every entry's identity
 * @param merchantAccount our account there, part of every entry's identity
 * @param format the files' format
 * @param zone the provider's zone: of days, and of times stated without offset
 * @param exponents decimals of currencies
 * @param options what the format needs beside this
 * @param limits what a file may not exceed
 */
public record StatementProfile(
    String provider,
    String merchantAccount,
    FormatName format,
    ZoneId zone,
    Exponents exponents,
    FormatOptions options,
    Limits limits) {
  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if provider or account is blank or has blanks around it
   */
  public StatementProfile {
    requireName("provider", provider);
    requireName("merchant-account", merchantAccount);
  }

  /**
   * The options, as the format knows them.
   *
   * @throws Refusal {@link FindingCode#PROFILE_MISMATCH} if they are another format's
   */
  public <O extends FormatOptions> O options(Class<O> type) {
    if (!type.isInstance(options)) {
      throw new Refusal(
          FindingCode.PROFILE_MISMATCH,
          "Format " + format + " needs options of " + type.getSimpleName() + ".");
    }
    return type.cast(options);
  }

  private static void requireName(String setting, String name) {
    if (name.isBlank() || !name.equals(name.strip())) {
      throw new IllegalArgumentException(
          setting + " is '" + name + "': write a name without blanks around it.");
    }
  }
}
