package io.tallykeep.archive.table;

import java.time.Duration;
import java.util.Optional;

/**
 * Where an archive table stands, and for how long.
 *
 * @param pointer what the catalog points to
 * @param age time since Tallykeep's own last commit, by the clock of the server that answered;
 *     empty if it never committed
 */
public record ArchiveHead(Pointer pointer, Optional<Duration> age) {}
