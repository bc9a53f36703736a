package io.tallykeep.jobs.retention;

import io.tallykeep.jobs.settings.BadConfigurationException;
import java.util.List;

/** The configured datasets. */
public record RetainedDatasets(List<RetainedDataset> all) {
  public RetainedDatasets {
    all = List.copyOf(all);
  }

  /**
   * The dataset of that name.
   *
   * @throws BadConfigurationException if the configuration has none; lists those it has
   */
  public RetainedDataset named(String name) {
    return all.stream()
        .filter(retained -> retained.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadConfigurationException(
                    "There is no dataset '"
                        + name
                        + "'. The configuration has: "
                        + all.stream().map(RetainedDataset::name).toList()
                        + "."));
  }
}
