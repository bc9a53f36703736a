/**
 * SWIFT MT940, from a bank's raw file or in its envelope: message splitting, dates and fields of
 * our own, message by message.
 */
@NullMarked
package io.tallykeep.statement.swift;

import org.jspecify.annotations.NullMarked;
