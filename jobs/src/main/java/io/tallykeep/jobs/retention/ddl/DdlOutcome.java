package io.tallykeep.jobs.retention.ddl;

import io.tallykeep.jobs.retention.ledger.Objection;
import java.util.List;

/** What became of a DDL statement. */
public sealed interface DdlOutcome {
  /** It took effect. */
  record Done() implements DdlOutcome {}

  /**
   * The table's metadata lock could not be had in all tries; nothing changed.
   *
   * @param blockers the sessions in the way, as far as the account may see them
   */
  record Blocked(String blockers) implements DdlOutcome {}

  /**
   * An order forbade it before it was tried, or between two tries; nothing changed.
   *
   * @param objections what was said against it
   */
  record Stopped(List<Objection> objections) implements DdlOutcome {}

  /**
   * The connection was lost before the answer: it may take effect later. Wait until the session is
   * gone, then look.
   */
  record AnswerLost(String detail) implements DdlOutcome {}
}
