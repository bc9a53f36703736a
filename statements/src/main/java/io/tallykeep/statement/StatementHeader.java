package io.tallykeep.statement;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a statement says of itself before its entries. Several statements of a file may be open at
 * once: their number tells them apart. Balances, totals and the period come with the trailer.
 * Immutable.
 *
 * @param statement its number in the file, from 1
 * @param line the line it begins at, from 1
 * @param kind the message or report and its version: {@code camt.053.001.08}, {@code MT940}
 * @param account the account as stated, null if the file states none
 * @param currency the currency of its balances, null if only its entries tell
 * @param statementId the statement's id, null if it has none
 * @param position its place among the account's statements
 * @param revision the version of the same logical statement as stated, null if not stated
 * @param flags what else is said
 */
public record StatementHeader(
    int statement,
    long line,
    String kind,
    @Nullable String account,
    @Nullable String currency,
    @Nullable String statementId,
    SequencePosition position,
    @Nullable String revision,
    Set<StatementFlag> flags) {
  /** Copies the flags. */
  public StatementHeader {
    flags = Set.copyOf(flags);
  }

  /** The same header with what its end says about its page. */
  public StatementHeader withLastPage(SequencePosition.LastPage last) {
    return new StatementHeader(
        statement,
        line,
        kind,
        account,
        currency,
        statementId,
        new SequencePosition(position.sequence(), position.page(), last),
        revision,
        flags);
  }
}
