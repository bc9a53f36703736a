package io.tallykeep.jobs.retention;

import io.tallykeep.archive.dataset.Dataset;

/** A dataset with its windows. */
public record RetainedDataset(Dataset dataset, Windows windows) {
  public String name() {
    return dataset.name();
  }
}
