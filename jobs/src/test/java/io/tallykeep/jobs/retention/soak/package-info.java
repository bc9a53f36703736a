/** Archive cycles under live traffic, compared with an oracle that knows every committed row. */
@NullMarked
package io.tallykeep.jobs.retention.soak;

import org.jspecify.annotations.NullMarked;
