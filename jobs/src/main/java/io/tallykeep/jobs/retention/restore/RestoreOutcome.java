package io.tallykeep.jobs.retention.restore;

import io.tallykeep.archive.digest.TableDigest;
import java.time.LocalDate;
import java.util.List;

/** What a restore came to. Failures of the environment are exceptions: run it again. */
public sealed interface RestoreOutcome {

  /**
   * One restored day.
   *
   * @param eventDay the day
   * @param digest count and digest of its rows, read back from the side table
   * @param files data files it was taken from
   * @param olderCopies archived rows left out because the archive holds the same identity again, by
   *     a later commit
   */
  record Day(LocalDate eventDay, TableDigest digest, int files, long olderCopies) {}

  /**
   * The days are in the side table, and what MySQL returned equals what was proven.
   *
   * @param metadataLocation the archive's metadata file they were taken from
   * @param days the days in order
   */
  record Restored(String metadataLocation, List<Day> days) implements RestoreOutcome {
    public Restored {
      days = List.copyOf(days);
    }

    public long rowCount() {
      return days.stream().mapToLong(day -> day.digest().rowCount()).sum();
    }
  }

  /**
   * What a restore would take; nothing was changed.
   *
   * @param metadataLocation the archive's current metadata file
   * @param files how many data files
   * @param rowCount rows in them, older copies included
   * @param sizeBytes bytes in them
   */
  record Planned(String metadataLocation, int files, long rowCount, long sizeBytes)
      implements RestoreOutcome {}

  /**
   * Not restored.
   *
   * @param code stable, for scripts
   * @param cause whose affair it is
   * @param reason what was found, which day, table or file, and what to do
   */
  record Refused(String code, Cause cause, String reason) implements RestoreOutcome {}

  /** Whose affair a refusal is; it decides the exit code. */
  enum Cause {
    /** What was asked for: exit code 64. */
    REQUEST,
    /** Not possible now: exit code 2. */
    NOT_NOW,
    /** Ledger, archive or side table contradict each other: exit code 3. */
    EVIDENCE
  }
}
