package io.tallykeep.jobs.check;

import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.settings.TallykeepSettings;
import java.util.List;

/** What must hold before a job touches anything. */
public final class Preflight {
  /** Which servers a run needs. */
  public enum Scope {
    /** MySQL alone: creating partitions must never wait for an object store to come back. */
    DATABASE,
    /** MySQL and the object store. */
    DATABASE_AND_OBJECT_STORE
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
            .toList();
    if (!findings.isEmpty()) {
      throw new PreflightException(findings);
    }
  }
}
