package io.tallykeep.statement;

import org.jspecify.annotations.Nullable;

/**
 * Who is on the other side. Immutable.
 *
 * @param name as stated, null if not
 * @param account IBAN or other account number as stated, null if not
 */
public record Party(@Nullable String name, @Nullable String account) {
  /** Nothing is stated. */
  public static final Party UNKNOWN = new Party(null, null);
}
