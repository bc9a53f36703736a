@NullMarked
package io.tallykeep.jobs.retention.restore;

import org.jspecify.annotations.NullMarked;
