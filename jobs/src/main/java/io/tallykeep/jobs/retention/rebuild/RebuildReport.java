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
 * @param refusal why nothing was looked at or changed now; empty if it was
 */
public record RebuildReport(
    String dataset,
    Optional<String> metadataLocation,
    List<Item> changes,
    List<Item> attention,
    Optional<Item> refusal) {
  public RebuildReport {
    changes = List.copyOf(changes);
    attention = List.copyOf(attention);
  }

  static RebuildReport refused(String dataset, Item why) {
    return new RebuildReport(dataset, Optional.empty(), List.of(), List.of(), Optional.of(why));
  }

  /**
   * One finding.
   *
   * @param code stable, for scripts
   * @param detail what and where
   */
  public record Item(String code, String detail) {}
}
