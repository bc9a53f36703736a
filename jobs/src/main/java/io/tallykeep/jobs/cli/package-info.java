/**
 * The command line: arguments in, text or JSON and an exit code out.
 *
 * <p>Holds no rule of the product; every command calls the capability that has it.
 */
@NullMarked
package io.tallykeep.jobs.cli;

import org.jspecify.annotations.NullMarked;
