package io.tallykeep.service.http;

import io.tallykeep.service.ask.LookupDesk;
import io.tallykeep.service.ask.QueryReader;
import io.tallykeep.service.health.HealthChecks;
import io.tallykeep.service.metrics.ServiceMetrics;
import io.tallykeep.service.settings.ServiceSettings;
import io.tallykeep.service.traffic.LookupWorkers;
import io.tallykeep.service.traffic.UnderWay;

/**
 * What the HTTP side works with.
 *
 * @param settings all settings
 * @param desk answers look-ups
 * @param reader reads questions
 * @param workers runs look-ups
 * @param underWay what a stop waits for
 * @param health the parts' state
 * @param metrics what is counted
 */
public record HttpContext(
    ServiceSettings settings,
    LookupDesk desk,
    QueryReader reader,
    LookupWorkers workers,
    UnderWay underWay,
    HealthChecks health,
    ServiceMetrics metrics) {}
