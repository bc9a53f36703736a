/** The archiver's states and a look-up's reads, merged in every way. */
@NullMarked
package io.tallykeep.jobs.retention.interleaving;

import org.jspecify.annotations.NullMarked;
