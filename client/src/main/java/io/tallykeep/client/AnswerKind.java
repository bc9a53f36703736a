package io.tallykeep.client;

/** The answers' names in the service's documents. */
public enum AnswerKind {
  UNSEEN,
  DUPLICATE,
  CONFLICT,
  IN_PROGRESS,
  BEYOND_WINDOW,
  UNDECIDABLE
}
