/**
 * Reads frozen rows in pages and writes them to data files, one set of files per event day, with a
 * digest per file. Also reads a partition for its digest alone, which is what a drop compares.
 */
@NullMarked
package io.tallykeep.jobs.retention.copy;

import org.jspecify.annotations.NullMarked;
