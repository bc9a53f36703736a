/**
 * One connection to the dataset's server, with every wait bounded.
 *
 * <p>Knows statements, error numbers and waits. It must not know what a day or a table means.
 */
@NullMarked
package io.tallykeep.jobs.retention.session;

import org.jspecify.annotations.NullMarked;
