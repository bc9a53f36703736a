/**
 * The archive's table: its storage, its pointer in the control schema, commits that end as done,
 * not done or unknown, and snapshots pinned to one metadata file.
 *
 * <p>Owns what moves the pointer and what is read through it. It must not know the day ledger, jobs
 * or look-ups: what a commit depends on comes in as a {@link
 * io.tallykeep.archive.table.CommitGuard}.
 */
@NullMarked
package io.tallykeep.archive.table;

import org.jspecify.annotations.NullMarked;
