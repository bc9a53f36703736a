package io.tallykeep.statement;

import java.util.List;

/** The gate's answer about a whole file. There is no third one. */
public sealed interface GateVerdict {
  /**
   * Everything in the file agrees with everything the file states; its entries may be loaded.
   *
   * @param statements one summary per statement, in the file's order
   */
  record Accepted(List<StatementSummary> statements) implements GateVerdict {
    /** Copies the list. */
    public Accepted {
      statements = List.copyOf(statements);
    }
  }

  /**
   * Nothing of the file may be loaded.
   *
   * @param findings why, in the order found; one at least
   */
  record Rejected(List<Finding> findings) implements GateVerdict {
    /** Copies the list. */
    public Rejected {
      findings = List.copyOf(findings);
      if (findings.isEmpty()) {
        throw new IllegalArgumentException("A rejection says why.");
      }
    }
  }
}
