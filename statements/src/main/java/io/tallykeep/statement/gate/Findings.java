package io.tallykeep.statement.gate;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers findings, the first {@value #MOST}. Not thread-safe. */
public final class Findings {
  /** A broken mapping breaks every row; more than this tells nothing new. */
  public static final int MOST = 20;

  private final List<Finding> found = new ArrayList<>();

  /** Takes a finding, unless there are enough. */
  public void add(Finding finding) {
    if (found.size() < MOST) {
      found.add(finding);
    }
  }

  /** Takes a finding at a place. */
  public void add(FindingCode code, long line, @Nullable String field, String detail) {
    add(new Finding(code, line, field, detail));
  }

  /** Whether nothing was found. */
  public boolean none() {
    return found.isEmpty();
  }

  /** Whether there are as many as are kept; reading on is of no use. */
  public boolean full() {
    return found.size() >= MOST;
  }

  /** What was found, in order. */
  public List<Finding> all() {
    return List.copyOf(found);
  }
}
