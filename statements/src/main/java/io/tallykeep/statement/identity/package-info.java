/**
 * Which entries are the same entry: across re-sent, overlapping and revised files. Knows the model
 * only.
 */
@NullMarked
package io.tallykeep.statement.identity;

import org.jspecify.annotations.NullMarked;
