package io.tallykeep.jobs.check;

import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.settings.TallykeepSettings;
import java.util.List;

/** What must hold before a command touches anything. */
public final class Preflight {
  /** What a run needs. */
  public enum Scope {
    /**
     * MySQL and partitions that tell days, no more: creating partitions must wait neither for an
     * object store to come back nor for a guard to be mended.
     */
    PARTITIONS,
    /**
     * MySQL and the tables as they must be to be adopted; the guard is the installation's affair.
     */
    TABLES,
    /** Both servers, the tables as they must be, whole guards. */
    EVERYTHING
  }

  private Preflight() {}

  /**
   * Checks what the scope takes in.
   *
   * @throws PreflightException listing every finding, if there is one
   */
  public static void orRefuse(
      TallykeepSettings settings, List<RetainedDataset> datasets, Scope scope) {
    List<Finding> findings =
        ServerCheck.check(settings, datasets, scope).stream()
            .filter(finding -> !ServerCheck.isNotAdopted(finding))
            .filter(finding -> !ServerCheck.isOnlyForPeople(finding))
            .filter(finding -> scope == Scope.TABLES || !ServerCheck.isOnlyForInstalling(finding))
            .toList();
    if (!findings.isEmpty()) {
      throw new PreflightException(findings);
    }
  }
}
