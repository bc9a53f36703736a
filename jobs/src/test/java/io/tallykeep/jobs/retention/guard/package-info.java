/** Tests. */
@NullMarked
package io.tallykeep.jobs.retention.guard;

import org.jspecify.annotations.NullMarked;
