/**
 * Puts the archive part of the control schema back from the bucket: the catalog's pointer, our own
 * head, the record of data files, the snapshot sequences of the day ledger.
 *
 * <p>Adds and raises only what the bucket proves. It makes no day covered: whether a day had rows
 * elsewhere the bucket can't tell.
 */
@NullMarked
package io.tallykeep.jobs.retention.rebuild;

import org.jspecify.annotations.NullMarked;
