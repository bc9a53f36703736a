/**
 * What a person does about a table partition that needs one: look at it, have it tried again, thaw
 * it, or end its quarantine. None of it passes a check: it only lifts a stop.
 */
@NullMarked
package io.tallykeep.jobs.retention.attention;

import org.jspecify.annotations.NullMarked;
