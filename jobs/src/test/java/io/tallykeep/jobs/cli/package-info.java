/** The command line, run as a whole. */
@NullMarked
package io.tallykeep.jobs.cli;

import org.jspecify.annotations.NullMarked;
