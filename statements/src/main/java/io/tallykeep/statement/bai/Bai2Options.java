package io.tallykeep.statement.bai;

import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.FormatOptions;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * What must be declared about a bank's BAI2 files. Immutable.
 *
 * @param encoding the files' encoding, where no byte order mark states it
 * @param accounts account numbers that may occur; empty: any
 * @param directions the direction of type codes outside of 100 to 699
 * @param types what a type code means: {@code 195}; {@code *} for any other
 * @param sums type codes of the bank's that stand for several payments booked as one, beside 115,
 *     166, 175 and 466
 */
public record Bai2Options(
    Charset encoding,
    Set<String> accounts,
    Map<String, Direction> directions,
    Map<String, EntryType> types,
    Set<String> sums)
    implements FormatOptions {
  /** ASCII, any account, no codes of the bank's own. */
  public static final Bai2Options STANDARD =
      new Bai2Options(StandardCharsets.US_ASCII, Set.of(), Map.of(), Map.of(), Set.of());

  /** Copies. */
  public Bai2Options {
    accounts = Set.copyOf(accounts);
    directions = Map.copyOf(directions);
    types = Map.copyOf(types);
    sums = Set.copyOf(sums);
  }
}
