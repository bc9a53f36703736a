/**
 * {@code jobs run archive}: admit, close, freeze, copy, publish, prove, hold. {@code ArchiveJob}
 * lists the steps in their order; each is one class.
 */
@NullMarked
package io.tallykeep.jobs.retention.archive;

import org.jspecify.annotations.NullMarked;
