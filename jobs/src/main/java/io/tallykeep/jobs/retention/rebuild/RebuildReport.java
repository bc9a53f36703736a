package io.tallykeep.jobs.retention.rebuild;

import java.util.List;
import java.util.Optional;

/**
 * What a rebuild of one dataset's catalog came to.
 *
 * @param dataset the dataset's name
 * @param metadataLocation the newest metadata file, where the bucket tells one
 * @param changes what was put back, or would be
 * @param attention what only a person can decide, each with its code first
 */
public record RebuildReport(
    String dataset, Optional<String> metadataLocation, List<Item> changes, List<Item> attention) {
  public RebuildReport {
    changes = List.copyOf(changes);
    attention = List.copyOf(attention);
  }

  /**
   * One finding.
   *
   * @param code stable, for scripts
   * @param detail what and where
   */
  public record Item(String code, String detail) {}
}
