package io.tallykeep.statement.swift;

import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.FormatOptions;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * What must be declared about a bank's MT940 files. Immutable.
 *
 * @param encoding the files' encoding, where no byte order mark states it
 * @param accounts contents of {@code :25:} that may occur; empty: any
 * @param numbering what the number in {@code :28C:} is worth
 * @param balanceDates what period the dates of the balances state
 * @param monthEnds which days a month may end with
 * @param information how {@code :86:} is built
 * @param types what a transaction type means: {@code NTRF}, {@code NTRF/166} with the code that a
 *     structured {@code :86:} begins with; {@code *} for any other
 * @param sums transaction types that stand for several payments booked as one, as in {@code types};
 *     beside the codes 191 to 199 of a structured {@code :86:}
 * @param ignoredTags fields of the bank's own that may occur and are not read: {@code NS}
 */
public record Mt940Options(
    Charset encoding,
    Set<String> accounts,
    Numbering numbering,
    BalanceDates balanceDates,
    MonthEnds monthEnds,
    Information information,
    Map<String, EntryType> types,
    Set<String> sums,
    Set<String> ignoredTags)
    implements FormatOptions {
  /** By the standard: ASCII, gap-free numbers, no period, calendar days, free text. */
  public static final Mt940Options STANDARD =
      new Mt940Options(
          StandardCharsets.US_ASCII,
          Set.of(),
          Numbering.GAP_FREE,
          BalanceDates.NO_PERIOD,
          MonthEnds.CALENDAR,
          Information.FREE_TEXT,
          Map.of(),
          Set.of(),
          Set.of());

  /** Copies. */
  public Mt940Options {
    accounts = Set.copyOf(accounts);
    types = Map.copyOf(types);
    sums = Set.copyOf(sums);
    ignoredTags = Set.copyOf(ignoredTags);
  }

  /** What statement numbers are worth. */
  public enum Numbering {
    /** They run without gaps; they may start again at 1. */
    GAP_FREE,
    /** They are dates or constants: nothing is concluded from them. Pages can't be read then. */
    MEANINGLESS
  }

  /** What the balances' dates state. */
  public enum BalanceDates {
    /** Nothing: the statement has no period and covers nothing. */
    NO_PERIOD,
    /** The opening balance is dated with the previous closing: the days after it are covered. */
    OPENING_IS_DAY_BEFORE,
    /** The opening balance is dated with the first day covered. */
    OPENING_IS_FIRST_DAY
  }

  /** How months end. */
  public enum MonthEnds {
    /** As in the calendar; 30 February does not exist. */
    CALENDAR,
    /** Of banks with months of 30 days: value dates of 29 and 30 February mean its last day. */
    THIRTY_DAYS
  }

  /** How {@code :86:} is built. */
  public enum Information {
    /** Free text in lines. */
    FREE_TEXT,
    /** Three digits, then subfields {@code ?20} with {@code EREF+} and its like in them. */
    SUBFIELDS,
    /** Words between slashes: {@code /EREF/K-1/REMI/...}. */
    SLASH_WORDS
  }
}
