package io.tallykeep.statement.camt;

import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.FormatOptions;
import java.util.Map;
import java.util.Set;

/**
 * What must be declared about a bank's camt messages. Immutable.
 *
 * @param message the message
 * @param accounts the account numbers that may occur, as the messages write them; empty: any
 * @param reversals how {@code RvslInd} and the sign relate
 * @param periodEnd what {@code ToDtTm} means
 * @param types what a bank transaction code means, before the rules of {@code CamtTypes}: {@code
 *     PMNT-RCDT-ESCT}, or a proprietary code; {@code *} for any other
 */
public record CamtOptions(
    CamtMessage message,
    Set<String> accounts,
    Reversals reversals,
    PeriodEnd periodEnd,
    Map<String, EntryType> types)
    implements FormatOptions {
  /** Copies. */
  public CamtOptions {
    accounts = Set.copyOf(accounts);
    types = Map.copyOf(types);
  }

  /** A message as ISO describes it, of any account; periods end as stated, exclusively. */
  public static CamtOptions of(CamtMessage message) {
    return new CamtOptions(message, Set.of(), Reversals.AS_STATED, PeriodEnd.AS_STATED, Map.of());
  }

  /** How a reversal's sign is stated. */
  public enum Reversals {
    /** ISO's rule: {@code CdtDbtInd} is the reversal's own direction. */
    AS_STATED,
    /** Of banks that state the original's direction: the sign is turned if {@code RvslInd}. */
    INVERTED
  }

  /** What a period's end means. */
  public enum PeriodEnd {
    /** The first moment that is not covered. */
    AS_STATED,
    /** Of banks that state the last second covered: 23:59:59 and any fraction mean 24:00. */
    LAST_SECOND
  }
}
