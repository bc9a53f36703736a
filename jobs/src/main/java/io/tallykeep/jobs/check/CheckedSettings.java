package io.tallykeep.jobs.check;

import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.settings.BadConfigurationException;
import io.tallykeep.jobs.settings.TallykeepSettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the configuration's check came to.
 *
 * @param settings the settings checked
 * @param datasets the datasets whose settings are sound
 * @param findings everything that is wrong, empty if nothing is
 */
public record CheckedSettings(
    TallykeepSettings settings, RetainedDatasets datasets, List<Finding> findings) {
  /**
   * Settings without a finding.
   *
   * @throws BadConfigurationException listing all findings, if there are any
   */
  public static CheckedSettings orRefuse(TallykeepSettings settings) {
    CheckedSettings checked = SettingsCheck.check(settings);
    if (!checked.findings().isEmpty()) {
      throw new BadConfigurationException(
          "the configuration can't be used:\n"
              + checked.findings().stream()
                  .map(finding -> "  " + finding)
                  .collect(Collectors.joining("\n")));
    }
    return checked;
  }

  /** The dataset named, or every dataset. */
  public List<RetainedDataset> chosen(Optional<String> name) {
    return name.map(one -> List.of(datasets.named(one))).orElse(datasets.all());
  }

  /**
   * The dataset named, or the only one there is.
   *
   * @throws BadConfigurationException if none is named and there are several
   */
  public RetainedDataset theOne(Optional<String> name) {
    List<RetainedDataset> chosen = chosen(name);
    if (chosen.size() != 1) {
      throw new BadConfigurationException(
          "the configuration has several datasets, "
              + chosen.stream().map(RetainedDataset::name).toList()
              + ": say which with --dataset.");
    }
    return chosen.get(0);
  }
}
