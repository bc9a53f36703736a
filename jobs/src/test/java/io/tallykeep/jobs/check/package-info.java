/** What the configuration alone tells, without a server. */
@NullMarked
package io.tallykeep.jobs.check;

import org.jspecify.annotations.NullMarked;
