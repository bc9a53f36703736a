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
  /** What no read of a look-up can tell. */
  private static final Set<ExternalEffect> IN_NO_READ =
      EnumSet.of(
          ExternalEffect.MIGRATION_HISTORY,
          ExternalEffect.REPOSITORY_TABLE,
          ExternalEffect.TRIGGER,
          ExternalEffect.PROVISIONED_DAYS,
          ExternalEffect.TABLE_METADATA,
          ExternalEffect.LEASE_TAKEN,
          ExternalEffect.CLOCK_SEEN,
          ExternalEffect.DATA_FILE,
          ExternalEffect.FILES_RECORDED,
          ExternalEffect.MANIFEST,
          ExternalEffect.MANIFEST_LIST,
          ExternalEffect.METADATA,
          ExternalEffect.LEASE_GIVEN_BACK,
          ExternalEffect.TRIGGER_DROPPED,
          ExternalEffect.LATE_RUN_ABANDONED,
          ExternalEffect.LATE_FILE,
          ExternalEffect.LATE_COPIED,
          ExternalEffect.LATE_PUBLISHED,
          ExternalEffect.LATE_PROVEN,
          ExternalEffect.LATE_DONE,
          ExternalEffect.RESTORE_BEGUN,
          ExternalEffect.SIDE_TABLE,
          ExternalEffect.ROWS_RESTORED,
          ExternalEffect.RESTORED_FILE_READ,
          ExternalEffect.RESTORE_VERIFIED,
          ExternalEffect.DRILL_BEGUN,
          ExternalEffect.DRILL_TABLE,
          ExternalEffect.DRILL_ROWS,
          ExternalEffect.DRILL_TABLE_DROPPED,
          ExternalEffect.DRILL_FORGOTTEN,
          ExternalEffect.DRILL_RECORDED,
          ExternalEffect.HOLD_ADDED,
          ExternalEffect.HOLD_RELEASED,
          ExternalEffect.INTERVENTION_BEGUN,
          ExternalEffect.INTERVENTION_RECORDED,
          ExternalEffect.PAUSED,
          ExternalEffect.FILES_REBUILT);

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
      default -> {
        if (!IN_NO_READ.contains(effect)) {
          throw new AssertionError(
              effect
                  + " is not in the list: say which reads of a look-up can tell that it happened");
        }
        yield EnumSet.noneOf(Place.class);
      }
    };
  }
}
