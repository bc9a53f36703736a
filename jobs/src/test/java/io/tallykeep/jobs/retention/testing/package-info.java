/** Tables under a guard, for tests. */
@NullMarked
package io.tallykeep.jobs.retention.testing;

import org.jspecify.annotations.NullMarked;
