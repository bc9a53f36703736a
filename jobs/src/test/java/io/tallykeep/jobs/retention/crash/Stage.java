package io.tallykeep.jobs.retention.crash;

/** The commands whose effects are registered, each in a situation in which it has those effects. */
public enum Stage {
  /** {@code jobs guard install} on a table that was never adopted. */
  ADOPT,
  PROVISION,
  /** {@code jobs run archive} before the archive's table exists. */
  FIRST_ARCHIVE,
  ARCHIVE,
  /** {@code jobs run archive} of a day that is not ready. */
  STUCK_ARCHIVE,
  /** {@code jobs run archive} of a day that turns out not to be ready after its freeze. */
  THAWING_ARCHIVE,
  DROP,
  EXPIRE,
  /** {@code jobs guard remove}. */
  REMOVE,
  LATE,
  RESTORE,
  DRILL,
  /** {@code jobs hold add}. */
  HOLD,
  /** {@code jobs hold release}. */
  HOLD_RELEASE,
  /** {@code jobs partition retry}. */
  RETRY,
  /** {@code jobs pause on}. */
  PAUSE,
  /** {@code jobs rebuild-catalog} after the archive's part of the control schema was lost. */
  REBUILD
}
