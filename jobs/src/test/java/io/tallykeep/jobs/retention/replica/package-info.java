/** Tests. */
@NullMarked
package io.tallykeep.jobs.retention.replica;

import org.jspecify.annotations.NullMarked;
