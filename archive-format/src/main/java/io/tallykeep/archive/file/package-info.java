/**
 * One Parquet data file: written in identity order, described for Iceberg, read back whole or at
 * one identity.
 *
 * <p>Owns the Parquet settings and everything that touches parquet-java. It must not know the
 * Iceberg table, its snapshots or who publishes a file.
 */
@NullMarked
package io.tallykeep.archive.file;

import org.jspecify.annotations.NullMarked;
