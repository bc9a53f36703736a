package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.table.Pointer;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.online.TablePartitions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What each single read of a look-up of one event gives at one state of the archiver.
 *
 * @param state the state's number, from 0
 * @param ledger the day's ledger row
 * @param bounds the bounds of the table's partitions
 * @param rows the online table's rows of the event, by the name of the partition that is asked; by
 *     {@link #ANY_PARTITION} those of the table
 * @param late those of the late table
 * @param pointer where the archive stands
 * @param archive what the archive holds of the event, by the pointer that is asked
 */
record Readings(
    int state,
    Recorded<LedgerReading> ledger,
    Recorded<TablePartitions> bounds,
    Map<String, Recorded<Optional<List<@Nullable Object[]>>>> rows,
    Recorded<List<@Nullable Object[]>> late,
    Recorded<Optional<Pointer>> pointer,
    Map<String, Recorded<ArchiveProbe.Outcome>> archive) {

  /** The key of {@link #rows} where no partition is named. */
  static final String ANY_PARTITION = "";

  /** The places that gave something else than before. */
  Set<Place> changesSince(Readings before) {
    Set<Place> changed = EnumSet.noneOf(Place.class);
    add(changed, Place.LEDGER, ledger, before.ledger);
    add(changed, Place.BOUNDS, bounds, before.bounds);
    add(changed, Place.LATE, late, before.late);
    add(changed, Place.POINTER, pointer, before.pointer);
    before.rows.forEach(
        (partition, reading) -> add(changed, Place.ONLINE, rows.get(partition), reading));
    before.archive.forEach(
        (asked, reading) -> add(changed, Place.ARCHIVE, archive.get(asked), reading));
    return changed;
  }

  private static void add(
      Set<Place> changed, Place place, @Nullable Recorded<?> now, Recorded<?> before) {
    if (now == null || !now.text().equals(before.text())) {
      changed.add(place);
    }
  }

  /** What one read gives here, as a text to be compared; empty if it can't be made yet. */
  String textOf(Place place, String key) {
    Recorded<?> reading =
        switch (place) {
          case LEDGER -> ledger;
          case BOUNDS -> bounds;
          case ONLINE -> rows.get(key);
          case LATE -> late;
          case POINTER -> pointer;
          case ARCHIVE -> archive.get(key);
        };
    return reading == null ? "" : reading.text();
  }

  /** The key of {@link #archive}. */
  static String key(Optional<Pointer> pointer) {
    return pointer.map(Pointer::metadataLocation).orElse("");
  }

  static String text(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(Readings::text).orElse("empty");
    }
    if (value instanceof List<?> rows) {
      return Arrays.deepToString(rows.toArray());
    }
    if (value instanceof ArchiveProbe.Outcome.Found found) {
      return found.row().where() + Arrays.deepToString(found.row().row());
    }
    return value.toString();
  }
}
