/**
 * Who may change a table now: MySQL's GET_LOCK, held on one connection from the check to the end.
 *
 * <p>Knows lock names and their holders. It must not know what is done under a lock.
 */
@NullMarked
package io.tallykeep.jobs.retention.lock;

import org.jspecify.annotations.NullMarked;
