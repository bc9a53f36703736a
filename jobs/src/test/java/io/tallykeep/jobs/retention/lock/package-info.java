/** Tests. */
@NullMarked
package io.tallykeep.jobs.retention.lock;

import org.jspecify.annotations.NullMarked;
