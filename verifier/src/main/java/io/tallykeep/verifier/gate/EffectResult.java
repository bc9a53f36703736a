package io.tallykeep.verifier.gate;

import java.util.Map;

/** What an effect says about itself. */
public sealed interface EffectResult {

  /** The effect is done; the event's row stays as it was inserted. */
  static EffectResult done() {
    return new Done(Map.of());
  }

  /**
   * The effect is done.
   *
   * @param columns columns of the event's row to set, by name: its result, its final status
   */
  static EffectResult done(Map<String, Object> columns) {
    return new Done(columns);
  }

  /**
   * The event is older than what has been applied, and must not be applied any more. Whatever the
   * effect wrote is undone; the event's row stays.
   *
   * @param detail what is newer, for people
   * @param columns columns of the event's row to set, such as a result that says so
   */
  static EffectResult stale(String detail, Map<String, Object> columns) {
    return new Stale(detail, columns);
  }

  /**
   * The event can't be applied before something else is. Whatever the effect wrote is undone.
   *
   * @param waitsFor what it waits for, in words that whoever re-drives it can look for: {@code
   *     account 1 version 11}
   */
  static EffectResult notApplicableYet(String waitsFor) {
    return new NotApplicableYet(waitsFor);
  }

  /**
   * The event must not be applied: an illegal transition, a missing account. Nothing is kept.
   *
   * @param code a stable code of the consumer's own
   * @param detail what and why, for people
   */
  static EffectResult rejected(String code, String detail) {
    return new Rejected(code, detail);
  }

  /** See {@link #done(Map)}. */
  record Done(Map<String, Object> columns) implements EffectResult {
    public Done {
      columns = Columns.copyOf(columns);
    }
  }

  /** See {@link #stale}. */
  record Stale(String detail, Map<String, Object> columns) implements EffectResult {
    public Stale {
      columns = Columns.copyOf(columns);
    }
  }

  /** See {@link #notApplicableYet}. */
  record NotApplicableYet(String waitsFor) implements EffectResult {}

  /** See {@link #rejected}. */
  record Rejected(String code, String detail) implements EffectResult {}
}
