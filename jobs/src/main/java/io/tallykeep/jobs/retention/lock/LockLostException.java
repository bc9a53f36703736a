package io.tallykeep.jobs.retention.lock;

import java.sql.SQLException;

/** A lock that was held is no longer: what was to be done under it must not be done. */
public final class LockLostException extends SQLException {
  private static final long serialVersionUID = 1L;

  LockLostException(LockName name, String why) {
    super(
        "lost the lock '"
            + name.value()
            + "': "
            + why
            + ". Nothing was done after that; run the job again.");
  }
}
