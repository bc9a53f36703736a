/**
 * What a provider's statement says, whatever its format: entries, balances, totals, periods, and
 * the gate's verdict over a file. Knows no format, no file system, no database.
 */
@NullMarked
package io.tallykeep.statement;

import org.jspecify.annotations.NullMarked;
