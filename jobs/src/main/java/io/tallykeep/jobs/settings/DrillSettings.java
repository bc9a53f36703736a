package io.tallykeep.jobs.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.drill}: how often archived days are restored on trial.
 *
 * @param daysPerRun event days one run restores per dataset, those drilled longest ago first
 * @param overdueAfter a dataset with archived days whose last successful drill is older is told by
 *     {@code check} and {@code jobs status}
 */
public record DrillSettings(
    @DefaultValue("1") int daysPerRun, @DefaultValue("7d") Duration overdueAfter) {}
