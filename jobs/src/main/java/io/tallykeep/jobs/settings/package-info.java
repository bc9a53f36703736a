/**
 * The configuration file as records: what a key means, its default and what is wrong with a value.
 *
 * <p>Opens no connection; what only the servers can tell is the preflight's affair.
 */
@NullMarked
package io.tallykeep.jobs.settings;

import org.jspecify.annotations.NullMarked;
