package io.tallykeep.jobs.retention.audit;

import io.tallykeep.verifier.ledger.LedgerKey;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One intervention.
 *
 * @param kind what was done
 * @param subject what it was done to
 * @param reason why, in the person's own words
 * @param before how it stood before, in words
 * @param after how it stands now
 */
public record OperatorAction(
    Kind kind, Subject subject, String reason, String before, String after) {
  /** What a person can do. */
  public enum Kind {
    PAUSE_ON,
    PAUSE_OFF,
    HOLD_ADD,
    HOLD_RELEASE,
    RETRY,
    THAW,
    RELEASE
  }

  /**
   * What an intervention is about; all empty where it is about everything.
   *
   * @param key the dataset and shard
   * @param tablePartition the table partition
   */
  public record Subject(
      @Nullable LedgerKey key,
      @Nullable String tablePartition,
      @Nullable LocalDate firstDay,
      @Nullable LocalDate lastDay) {
    /** Every dataset of the control schema. */
    public static final Subject EVERYTHING = new Subject(null, null, null, null);
  }

  /**
   * An intervention as it stands on record.
   *
   * @param at when, in UTC by the server's clock
   * @param by account and person
   */
  public record Recorded(
      long id,
      String at,
      String by,
      String kind,
      Optional<String> tablePartition,
      String reason,
      String before,
      String after) {}
}
