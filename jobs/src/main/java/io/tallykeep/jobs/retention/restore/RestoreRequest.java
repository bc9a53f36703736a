package io.tallykeep.jobs.retention.restore;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.settings.BadConfigurationException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;

/**
 * What is to be restored, and where to.
 *
 * @param retained the dataset
 * @param firstDay the first event day
 * @param lastDay the last event day, inclusive
 * @param target the side table
 */
public record RestoreRequest(
    RetainedDataset retained, LocalDate firstDay, LocalDate lastDay, TableName target) {
  private static final int LONGEST_NAME = 36;

  /**
   * @throws BadConfigurationException if the days are the wrong way round, or the target is a table
   *     the dataset lives in
   */
  public RestoreRequest {
    if (lastDay.isBefore(firstDay)) {
      throw new BadConfigurationException(
          "--to " + lastDay + " is before --from " + firstDay + ".");
    }
    if (sameTable(target, retained.dataset().table())
        || sameTable(target, retained.dataset().lateTable())) {
      throw new BadConfigurationException(
          "--into "
              + target
              + " is a table of dataset "
              + retained.name()
              + " itself: rows are only ever restored into a side table.");
    }
  }

  private static boolean sameTable(TableName one, TableName other) {
    return one.toString().equalsIgnoreCase(other.toString());
  }

  /**
   * The side table that is taken if none is named: {@code inbox_restored_20260301_20260305}, in the
   * control schema, where the jobs' account may create tables and no application looks.
   */
  public static TableName defaultTarget(
      Identifier controlSchema, RetainedDataset retained, LocalDate firstDay, LocalDate lastDay) {
    String name = retained.name();
    return new TableName(
        controlSchema,
        Identifier.of(
            name.substring(0, Math.min(name.length(), LONGEST_NAME))
                + "_restored_"
                + DateTimeFormatter.BASIC_ISO_DATE.format(firstDay)
                + "_"
                + DateTimeFormatter.BASIC_ISO_DATE.format(lastDay)));
  }

  /** The days, oldest first. */
  Stream<LocalDate> days() {
    return firstDay.datesUntil(lastDay.plusDays(1));
  }

  /** Whether the day is among those asked for. */
  boolean covers(LocalDate day) {
    return !day.isBefore(firstDay) && !day.isAfter(lastDay);
  }

  @Override
  public String toString() {
    return retained.name() + " " + firstDay + " to " + lastDay + " into " + target;
  }
}
