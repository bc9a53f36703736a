package io.tallykeep.jobs.retention.crash;

/** Where a run dies, seen from one of its effects. */
public enum CrashCase {
  /** The request never reaches the server; nothing else of that run does either. */
  BEFORE,
  /** The run learns that the effect is there, and dies before it can do anything else. */
  AFTER,
  /** The effect is there; the connection is lost with the answer, and the run lives on. */
  ANSWER_LOST
}
