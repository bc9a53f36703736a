/** Tests. */
@NullMarked
package io.tallykeep.jobs.retention.ledger;

import org.jspecify.annotations.NullMarked;
