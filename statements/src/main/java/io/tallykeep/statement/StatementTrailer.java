package io.tallykeep.statement;

import org.jspecify.annotations.Nullable;

/**
 * What a statement says after its entries, or a format gathered until then. Immutable.
 *
 * @param statement its number in the file
 * @param line the line it ends at
 * @param period what it covers, null if it states none
 * @param totals what its entries must add up to
 */
public record StatementTrailer(
    int statement, long line, @Nullable StatementPeriod period, StatedTotals totals) {}
