/** The schemas Tallykeep brings: its control schema, and a reference schema to start from. */
@NullMarked
package io.tallykeep.jobs.schema;

import org.jspecify.annotations.NullMarked;
