/**
 * How long an identity must stay answerable, and whether the configured windows are long enough.
 *
 * <p>Owns the formula {@code max(upstream redelivery, reconciliation period, downstream
 * confirmation) + margin}, its derivation for a reader and the check a start-up makes. It must not
 * know where its inputs come from (files, settings, logs) nor how a report is written out.
 */
@NullMarked
package io.tallykeep.capacity.window;

import org.jspecify.annotations.NullMarked;
