package io.tallykeep.verifier.lookup;

/** The names of the answers, as the command line and JSON print them. */
public enum AnswerKind {
  UNSEEN,
  DUPLICATE,
  CONFLICT,
  IN_PROGRESS,
  BEYOND_WINDOW,
  UNDECIDABLE
}
