@NullMarked
package io.tallykeep.jobs.retention.rebuild;

import org.jspecify.annotations.NullMarked;
