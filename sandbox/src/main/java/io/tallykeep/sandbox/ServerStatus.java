package io.tallykeep.sandbox;

/** How a server of a sandbox is. */
public enum ServerStatus {
  /** It answers. */
  ANSWERING,
  /**
   * Its process lives but does not answer; or it was given by configuration and does not answer.
   */
  SILENT,
  /** It has no process. */
  STOPPED;

  static ServerStatus ofGiven(boolean answers) {
    return answers ? ANSWERING : SILENT;
  }
}
