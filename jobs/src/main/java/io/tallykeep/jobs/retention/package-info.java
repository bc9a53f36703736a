/**
 * The nightly jobs that take event days offline, each protocol step one class.
 *
 * <p>Knows reconciling only through tables (a business key's status), never through code.
 */
@NullMarked
package io.tallykeep.jobs.retention;

import org.jspecify.annotations.NullMarked;
