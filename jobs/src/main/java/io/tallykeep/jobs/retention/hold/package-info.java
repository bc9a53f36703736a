/**
 * Legal holds: days of a dataset that nothing may be taken away from, whatever the windows say.
 *
 * <p>Knows the holds, and the days' ledger rows where a new hold meets them. It must not know what
 * a job does.
 */
@NullMarked
package io.tallykeep.jobs.retention.hold;

import org.jspecify.annotations.NullMarked;
