package io.tallykeep.archive.file;

import io.tallykeep.archive.digest.TableDigest;
import java.time.LocalDate;

/**
 * A data file that was written whole.
 *
 * @param path where, as Iceberg names it
 * @param sizeBytes its exact size
 * @param eventDay the event day of all its rows
 * @param digest row count and digest of its rows
 */
public record WrittenFile(String path, long sizeBytes, LocalDate eventDay, TableDigest digest) {}
