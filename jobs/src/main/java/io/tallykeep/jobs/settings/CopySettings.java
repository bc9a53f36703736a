package io.tallykeep.jobs.settings;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code tallykeep.copy}: how a frozen partition is read and written.
 *
 * @param pageRows rows per keyset page; each page is one short read of its own
 * @param writerMemory bound on what all open data files of one copy may buffer
 * @param fileSize a data file is closed and a new one begun at about this size
 */
public record CopySettings(
    @DefaultValue("10000") int pageRows,
    @DefaultValue("96MB") DataSize writerMemory,
    @DefaultValue("512MB") DataSize fileSize) {}
