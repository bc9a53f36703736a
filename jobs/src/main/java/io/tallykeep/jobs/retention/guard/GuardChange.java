package io.tallykeep.jobs.retention.guard;

import java.util.List;

/** What came of installing or removing a guard. */
public sealed interface GuardChange {
  /** Done. */
  record Changed(List<String> actions) implements GuardChange {
    public Changed {
      actions = List.copyOf(actions);
    }
  }

  /** It was so already. */
  record Unchanged() implements GuardChange {}

  /** Nothing was touched: all that stands against it. */
  record Refused(List<Finding> findings) implements GuardChange {
    public Refused {
      findings = List.copyOf(findings);
    }
  }

  /** A lock could not be had. What was done before that stays and is safe; run it again. */
  record Deferred(String detail) implements GuardChange {}
}
