/**
 * The gate that the entries of every format pass on their way to the sink: balances, totals,
 * counts, sequences, pages, coverage; and the limits of a file's bytes. Knows no format.
 */
@NullMarked
package io.tallykeep.statement.gate;

import org.jspecify.annotations.NullMarked;
