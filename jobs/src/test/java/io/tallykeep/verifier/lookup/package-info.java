/**
 * Single reads of a look-up as they were at each state of the jobs, and all ways to merge the two:
 * beside the look-up whose port they answer through.
 */
@NullMarked
package io.tallykeep.verifier.lookup;

import org.jspecify.annotations.NullMarked;
