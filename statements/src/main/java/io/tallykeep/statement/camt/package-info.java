/**
 * ISO 20022 camt.053 (statement), camt.052 (report), camt.054 (notification), versions 02 to 13,
 * read entry by entry.
 */
@NullMarked
package io.tallykeep.statement.camt;

import org.jspecify.annotations.NullMarked;
