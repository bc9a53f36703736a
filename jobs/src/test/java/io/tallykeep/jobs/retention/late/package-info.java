/** Tests of late rows on their way into the archive. */
@NullMarked
package io.tallykeep.jobs.retention.late;

import org.jspecify.annotations.NullMarked;
