package io.tallykeep.verifier.lookup;

/** Ends a look-up that can't go on; becomes an {@link Answer.Undecidable} where it started. */
final class UndecidedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final UndecidableReason reason;
  private final String detail;

  UndecidedException(UndecidableReason reason, String detail) {
    super(reason + ": " + detail);
    this.reason = reason;
    this.detail = detail;
  }

  Answer.Undecidable answer() {
    return new Answer.Undecidable(reason, detail);
  }
}
