/**
 * The record of what people did to the jobs' state: who, when, what, why, and what it changed.
 *
 * <p>Only ever adds rows and reads them. It must not know how an intervention is made.
 */
@NullMarked
package io.tallykeep.jobs.retention.audit;

import org.jspecify.annotations.NullMarked;
