/** Tests. */
@NullMarked
package io.tallykeep.jobs.retention.freeze;

import org.jspecify.annotations.NullMarked;
