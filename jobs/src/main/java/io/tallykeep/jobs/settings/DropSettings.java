package io.tallykeep.jobs.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.drop}: how hard a DDL statement tries to get the table's metadata lock.
 *
 * @param lockWait longest wait of one try; writers queue behind it, so keep it at seconds
 * @param tries tries before the partition is left for the next night
 * @param pause rest between two tries, so that queued writers get through
 * @param outcomeWait longest wait for a statement whose answer was lost to end on the server
 */
public record DropSettings(
    @DefaultValue("2s") Duration lockWait,
    @DefaultValue("5") int tries,
    @DefaultValue("3s") Duration pause,
    @DefaultValue("2m") Duration outcomeWait) {}
