package io.tallykeep.verifier.hash;

/** Ends an encoding inside this package; outside it is a {@link HashOutcome.Refused}. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient HashOutcome.Refused outcome;

  RefusedException(Refusal code, String where, String detail) {
    super(code + " " + where, null, false, false);
    this.outcome = new HashOutcome.Refused(code, where, detail);
  }

  HashOutcome.Refused outcome() {
    return outcome;
  }
}
