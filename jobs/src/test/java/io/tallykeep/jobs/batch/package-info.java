/** Tests. */
@NullMarked
package io.tallykeep.jobs.batch;

import org.jspecify.annotations.NullMarked;
