/** Events replayed through the gate while the archiver is at work. */
@NullMarked
package io.tallykeep.jobs.retention.replay;

import org.jspecify.annotations.NullMarked;
