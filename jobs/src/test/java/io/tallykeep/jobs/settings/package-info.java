/** The configuration file's records and how they are read. */
@NullMarked
package io.tallykeep.jobs.settings;

import org.jspecify.annotations.NullMarked;
