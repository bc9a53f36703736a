/**
 * {@code jobs run drop}: takes proven partitions offline after their hold. Nothing is dropped
 * unless the rows are digested once more and the archive's files are still there, whole.
 */
@NullMarked
package io.tallykeep.jobs.retention.drop;

import org.jspecify.annotations.NullMarked;
