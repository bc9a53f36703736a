/** Other programs that read MySQL and the archive, to be held against ours. */
@NullMarked
package io.tallykeep.jobs.oracle;

import org.jspecify.annotations.NullMarked;
