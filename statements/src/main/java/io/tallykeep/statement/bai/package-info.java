/** BAI2 cash management balance reporting, record by record, gated by its control totals. */
@NullMarked
package io.tallykeep.statement.bai;

import org.jspecify.annotations.NullMarked;
