package io.tallykeep.jobs.retention.guard;

import java.time.Instant;
import java.util.List;

/** Whether a table's guard holds now. */
public sealed interface GuardStatus {
  /**
   * It holds, and has since the newest of its triggers was created.
   *
   * @param newestCreatedAt when that was, by the server's clock, to 10 ms
   * @param youngDays the literal in the triggers' bodies, which may differ from the configured one
   */
  record Healthy(Instant newestCreatedAt, int youngDays) implements GuardStatus {}

  /** The table has none of its triggers. */
  record Absent() implements GuardStatus {}

  /** It does not hold, or that can't be decided. */
  record Broken(List<Finding> findings) implements GuardStatus {
    public Broken {
      findings = List.copyOf(findings);
    }
  }
}
