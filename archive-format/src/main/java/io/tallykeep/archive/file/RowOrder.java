package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import org.jspecify.annotations.Nullable;

/** Checks what a file's rows promise: one event day, identities in strictly ascending order. */
final class RowOrder {
  private final OpenDataFile file;
  private final ArchiveSchema schema;
  private Object @Nullable [] previous;
  private @Nullable Object eventDay;

  RowOrder(OpenDataFile file) {
    this.file = file;
    this.schema = file.schema();
  }

  /** Returns the row if it may follow the rows before it. */
  @Nullable Object[] checked(@Nullable Object[] row) {
    Object[] identity = schema.identityOf(row);
    Object day = row[schema.eventDayIndex()];
    if (previous == null) {
      eventDay = day;
    } else if (day == null || !day.equals(eventDay)) {
      throw file.damaged("row " + schema.describe(identity) + " has another event day.");
    } else if (schema.compareIdentities(previous, identity) >= 0) {
      throw file.damaged(
          "row " + schema.describe(identity) + " is not in ascending identity order.");
    }
    previous = identity;
    return row;
  }
}
