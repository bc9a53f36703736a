/** What happens when a process dies around any of its effects on the servers. */
@NullMarked
package io.tallykeep.jobs.retention.crash;

import org.jspecify.annotations.NullMarked;
