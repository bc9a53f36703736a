/**
 * What a dataset is: which table, which columns make an identity, which is the event day.
 *
 * <p>Knows names only. It opens no connection and must not know how rows are stored or moved.
 */
@NullMarked
package io.tallykeep.archive.dataset;

import org.jspecify.annotations.NullMarked;
