/** Reading frozen rows and proving what was written. */
@NullMarked
package io.tallykeep.jobs.retention.copy;

import org.jspecify.annotations.NullMarked;
