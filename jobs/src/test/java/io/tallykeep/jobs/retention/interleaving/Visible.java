package io.tallykeep.jobs.retention.interleaving;

import io.tallykeep.jobs.retention.crash.ExternalEffect;
import io.tallykeep.verifier.lookup.Place;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which single reads of a look-up can tell that an effect has happened. Each registered effect is
 * listed: whoever adds one has to say here what look-ups see of it, and how the proof in {@code
 * docs/protocols-lookup.md} deals with that.
 */
final class Visible {
  private Visible() {}

  static Set<Place> of(ExternalEffect effect) {
    return switch (effect) {
      case CONTROL_TABLE -> EnumSet.of(Place.LEDGER, Place.POINTER);
      case LATE_TABLE -> EnumSet.of(Place.LATE);
      case PARTITIONS_ADDED -> EnumSet.of(Place.BOUNDS);
      case ADOPTED_DAYS,
          CLOSED,
          FROZEN,
          COPIED,
          PUBLISHING,
          PUBLISHED,
          PROVEN,
          HELD,
          DEFERRED,
          THAWED,
          DROPPING,
          DROPPED,
          EXPIRED,
          ATTENTION_CLEARED ->
          EnumSet.of(Place.LEDGER);
      case TABLE_CREATED, POINTER, FILES_REMOVED, LATE_POINTER, POINTER_REBUILT ->
          EnumSet.of(Place.POINTER);
      case PARTITION_DROPPED -> EnumSet.of(Place.BOUNDS, Place.ONLINE);
      case LATE_ROWS_DELETED -> EnumSet.of(Place.LATE, Place.LEDGER);
      case MIGRATION_HISTORY,
          REPOSITORY_TABLE,
          TRIGGER,
          PROVISIONED_DAYS,
          TABLE_METADATA,
          LEASE_TAKEN,
          CLOCK_SEEN,
          DATA_FILE,
          FILES_RECORDED,
          MANIFEST,
          MANIFEST_LIST,
          METADATA,
          LEASE_GIVEN_BACK,
          TRIGGER_DROPPED,
          LATE_RUN_ABANDONED,
          LATE_FILE,
          LATE_COPIED,
          LATE_PUBLISHED,
          LATE_PROVEN,
          LATE_DONE,
          RESTORE_BEGUN,
          SIDE_TABLE,
          ROWS_RESTORED,
          RESTORED_FILE_READ,
          RESTORE_VERIFIED,
          DRILL_BEGUN,
          DRILL_TABLE,
          DRILL_ROWS,
          DRILL_TABLE_DROPPED,
          DRILL_FORGOTTEN,
          DRILL_RECORDED,
          HOLD_ADDED,
          HOLD_RELEASED,
          INTERVENTION_BEGUN,
          INTERVENTION_RECORDED,
          PAUSED,
          FILES_REBUILT ->
          EnumSet.noneOf(Place.class);
    };
  }
}
