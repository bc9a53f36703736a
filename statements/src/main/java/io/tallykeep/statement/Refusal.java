package io.tallykeep.statement;

import org.jspecify.annotations.Nullable;

/**
 * Carries the finding that ends the reading of a file from where it was seen to the reader's shell,
 * which turns it into {@link GateVerdict.Rejected}. It never leaves {@link StatementFormat#read}.
 */
@SuppressWarnings("serial") // Never serialised; a Finding is plain data.
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Finding finding;

  /** A refusal at a place. */
  public Refusal(Finding finding) {
    super(finding.toString(), null, false, false);
    this.finding = finding;
  }

  /** A refusal whose place is told by a caller, with {@link #at}. */
  public Refusal(FindingCode code, String detail) {
    this(new Finding(code, 0, null, detail));
  }

  /** What was found. */
  public Finding finding() {
    return finding;
  }

  /** The same refusal with a place, where it has none yet. */
  public Refusal at(long line, @Nullable String field) {
    if (finding.line() > 0 && finding.field() != null) {
      return this;
    }
    return new Refusal(
        new Finding(
            finding.code(),
            finding.line() > 0 ? finding.line() : line,
            finding.field() == null ? field : finding.field(),
            finding.detail()));
  }
}
