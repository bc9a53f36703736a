package io.tallykeep.service.refusal;

/**
 * One request or line that was not answered.
 *
 * @param code why
 * @param detail what was wrong and what to do; never holds a token or a payload hash
 */
public record Refusal(RefusalCode code, String detail) {
  /** As {@link RefusedException}. */
  public RefusedException exception() {
    return new RefusedException(this);
  }
}
