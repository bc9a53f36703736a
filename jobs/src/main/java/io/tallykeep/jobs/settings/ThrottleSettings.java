package io.tallykeep.jobs.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.throttle}: the load above which reading a partition pauses. Any one limit is
 * enough.
 *
 * @param threadsRunning statements the server runs at once ({@code Threads_running}, our own
 *     included); 0 for no limit
 * @param historyLength undo records the server has not purged ({@code trx_rseg_history_len}); 0 for
 *     no limit
 * @param checkInterval how often the load is looked at, at most
 * @param longestWait a pause that gets longer leaves the partition for the next night
 */
public record ThrottleSettings(
    @DefaultValue("100") int threadsRunning,
    @DefaultValue("1000000") long historyLength,
    @DefaultValue("1s") Duration checkInterval,
    @DefaultValue("10m") Duration longestWait) {}
