package io.tallykeep.jobs.retention.restore;

import io.tallykeep.archive.dataset.TableName;
import java.time.LocalDate;

/**
 * A restore on record.
 *
 * @param restoreId its id, which the side table carries in its comment
 * @param dataset the dataset's name
 * @param firstDay the first event day
 * @param lastDay the last event day
 * @param target the side table
 * @param metadataLocation the archive's metadata file it takes its files from
 */
record RestoreRecord(
    String restoreId,
    String dataset,
    LocalDate firstDay,
    LocalDate lastDay,
    TableName target,
    String metadataLocation) {

  boolean isOf(RestoreRequest request) {
    return dataset.equals(request.retained().name())
        && firstDay.equals(request.firstDay())
        && lastDay.equals(request.lastDay());
  }

  /** What the side table says of itself. */
  String comment() {
    return "tallykeep restore " + restoreId;
  }
}
