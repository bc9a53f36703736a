/**
 * DDL on a live table: a bounded wait for the metadata lock, tries with rests between them, and an
 * unknown outcome that is looked up, never guessed.
 */
@NullMarked
package io.tallykeep.jobs.retention.ddl;

import org.jspecify.annotations.NullMarked;
