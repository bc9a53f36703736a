package io.tallykeep.service.refusal;

/** What was asked can't be asked so. Carries no stack trace: it is an answer. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  RefusedException(Refusal refusal) {
    super(refusal.code() + ": " + refusal.detail(), null, false, false);
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
