/** Tests. */
@NullMarked
package io.tallykeep.jobs.retention.fence;

import org.jspecify.annotations.NullMarked;
