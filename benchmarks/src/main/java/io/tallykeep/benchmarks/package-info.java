/** Whole runs of the product beside its peers, as ratios. */
@NullMarked
package io.tallykeep.benchmarks;

import org.jspecify.annotations.NullMarked;
