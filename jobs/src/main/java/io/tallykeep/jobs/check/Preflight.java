package io.tallykeep.jobs.check;

import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.settings.TallykeepSettings;
import java.util.List;

/** What must hold before a job touches anything. */
public final class Preflight {
  private Preflight() {}

  /**
   * Checks the servers and the chosen datasets.
   *
   * @throws PreflightException listing every finding, if there is one
   */
  public static void orRefuse(TallykeepSettings settings, List<RetainedDataset> datasets) {
    List<Finding> findings =
        ServerCheck.check(settings, datasets).stream()
            .filter(finding -> !ServerCheck.isGuardAbsent(finding))
            .toList();
    if (!findings.isEmpty()) {
      throw new PreflightException(findings);
    }
  }
}
