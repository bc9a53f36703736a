/** Our own key of an operation, found again in what a provider sends back. Knows the model only. */
@NullMarked
package io.tallykeep.statement.key;

import org.jspecify.annotations.NullMarked;
