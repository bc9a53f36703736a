package io.tallykeep.jobs.check;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A run that can't begin; nothing was changed. Lists every finding. */
public final class PreflightException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Finding> findings;

  PreflightException(List<Finding> findings) {
    super(
        "the preflight found "
            + findings.size()
            + " thing(s) to mend; nothing was changed:\n"
            + findings.stream().map(finding -> "  " + finding).collect(Collectors.joining("\n")));
    this.findings = List.copyOf(findings);
  }

  public List<Finding> findings() {
    return findings;
  }

  /** The owner whose findings weigh most: the configuration's before the rows' and the servers'. */
  public Finding.Owner worst() {
    return findings.stream()
        .map(Finding::owner)
        .min(Comparator.naturalOrder())
        .orElse(Finding.Owner.EXTERNAL);
  }
}
