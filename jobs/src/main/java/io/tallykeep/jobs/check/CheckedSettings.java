package io.tallykeep.jobs.check;

import io.tallykeep.jobs.retention.RetainedDataset;
import java.util.List;

/**
 * What the configuration's check came to.
 *
 * @param datasets the datasets whose settings are sound
 * @param findings everything that is wrong, empty if nothing is
 */
public record CheckedSettings(List<RetainedDataset> datasets, List<Finding> findings) {}
