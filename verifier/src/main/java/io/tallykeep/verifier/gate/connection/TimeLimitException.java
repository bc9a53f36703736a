package io.tallykeep.verifier.gate.connection;

import java.sql.SQLTimeoutException;

/** The transaction's time was over before this call; nothing was sent. */
public final class TimeLimitException extends SQLTimeoutException {
  private static final long serialVersionUID = 1L;

  TimeLimitException(TimeLimit limit) {
    super(
        "the transaction has lasted longer than "
            + limit.limit().toMillis()
            + " ms, the most it may; this call was not sent.",
        "HYT00");
  }
}
