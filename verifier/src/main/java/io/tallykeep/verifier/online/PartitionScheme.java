package io.tallykeep.verifier.online;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.verifier.online.PartitioningNotSupported.Reason;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a bound of a supported table is written in {@code information_schema.PARTITIONS}. For RANGE
 * COLUMNS it is a quoted date, for TO_DAYS a day number; MAXVALUE stands for no bound in both.
 */
enum PartitionScheme {
  RANGE_COLUMNS {
    @Override
    LocalDate day(String description) {
      Matcher quoted = QUOTED.matcher(description);
      if (!quoted.matches()) {
        throw new DateTimeException("not a quoted date");
      }
      return LocalDate.parse(quoted.group(1));
    }
  },
  RANGE_TO_DAYS {
    @Override
    LocalDate day(String description) {
      return LocalDate.ofEpochDay(Long.parseLong(description) - TO_DAYS_OF_EPOCH);
    }
  };

  /** {@code TO_DAYS('1970-01-01')}. */
  private static final int TO_DAYS_OF_EPOCH = 719_528;

  private static final Pattern QUOTED = Pattern.compile("'(\\d{4}-\\d{2}-\\d{2})'");
  private static final Pattern COLUMN = Pattern.compile("`([^`]+)`");
  private static final Pattern TO_DAYS =
      Pattern.compile("to_days\\(`([^`]+)`\\)", Pattern.CASE_INSENSITIVE);

  /**
   * @throws PartitioningNotSupported unless the table is partitioned by ranges of the dataset's
   *     event day
   */
  static PartitionScheme of(
      Dataset dataset,
      @Nullable String method,
      @Nullable String subpartitionMethod,
      @Nullable String expression,
      @Nullable String dataType)
      throws PartitioningNotSupported {
    TableName table = dataset.table();
    if (method == null || expression == null) {
      throw new PartitioningNotSupported(
          table,
          Reason.NOT_PARTITIONED,
          "it has no partitions. Partition it by RANGE COLUMNS ("
              + dataset.eventDay()
              + "), so that a day's rows can leave as a whole.");
    }
    if (subpartitionMethod != null) {
      throw new PartitioningNotSupported(
          table,
          Reason.SUBPARTITIONS,
          "its partitions are subpartitioned by "
              + subpartitionMethod
              + ". Remove the subpartitions: a table partition must be one range of days.");
    }
    PartitionScheme scheme = scheme(table, method, expression);
    requireEventDay(dataset, scheme.column(expression), expression, dataType);
    return scheme;
  }

  /**
   * The day of a bound; empty for MAXVALUE.
   *
   * @throws PartitioningNotSupported if the description can't be read as a day
   */
  Optional<LocalDate> bound(TableName table, Identifier partition, @Nullable String description)
      throws PartitioningNotSupported {
    if ("MAXVALUE".equals(description)) {
      return Optional.empty();
    }
    try {
      return Optional.of(day(String.valueOf(description)));
    } catch (DateTimeException | NumberFormatException e) {
      throw new PartitioningNotSupported(
          table,
          Reason.BOUND,
          "the bound "
              + description
              + " of table partition "
              + partition
              + " is not a day. Give it a bound that is a date, or MAXVALUE.");
    }
  }

  abstract LocalDate day(String description);

  private String column(String expression) {
    Matcher matcher = (this == RANGE_COLUMNS ? COLUMN : TO_DAYS).matcher(expression);
    return matcher.matches() ? matcher.group(1) : "";
  }

  private static PartitionScheme scheme(TableName table, String method, String expression)
      throws PartitioningNotSupported {
    switch (method) {
      case "RANGE COLUMNS":
        if (!COLUMN.matcher(expression).matches()) {
          throw new PartitioningNotSupported(
              table,
              Reason.SEVERAL_COLUMNS,
              "it is partitioned by several columns, "
                  + expression
                  + ". Only the event day alone may decide a row's table partition.");
        }
        return RANGE_COLUMNS;
      case "RANGE":
        if (!TO_DAYS.matcher(expression).matches()) {
          throw new PartitioningNotSupported(
              table,
              Reason.EXPRESSION,
              "it is partitioned by RANGE ("
                  + expression
                  + "). Supported are RANGE COLUMNS (event day) and RANGE (TO_DAYS(event day));"
                  + " UNIX_TIMESTAMP, for one, follows a time stamp and not the event's own day.");
        }
        return RANGE_TO_DAYS;
      default:
        throw new PartitioningNotSupported(
            table,
            Reason.NOT_A_RANGE,
            "it is partitioned by "
                + method
                + " ("
                + expression
                + "). A table partition must be a range of event days: use RANGE COLUMNS.");
    }
  }

  private static void requireEventDay(
      Dataset dataset, String column, String expression, @Nullable String dataType)
      throws PartitioningNotSupported {
    if (!dataset.eventDay().sameColumn(column)) {
      throw new PartitioningNotSupported(
          dataset.table(),
          Reason.NOT_THE_EVENT_DAY,
          "it is partitioned by "
              + expression
              + ", but the dataset's event day is "
              + dataset.eventDay()
              + ". If the partition column is an arrival time, the same event redelivered on another"
              + " day would land in another partition, and MySQL's unique key, which is per"
              + " partition, would not see it. Partition by a day that follows from the identity.");
    }
    if (!"date".equals(dataType)) {
      throw new PartitioningNotSupported(
          dataset.table(),
          Reason.NOT_A_DATE,
          "its partition column "
              + dataset.eventDay()
              + " is a "
              + dataType
              + ", not a DATE. A look-up compares days, and would miss the rows of other times of"
              + " that day.");
    }
  }
}
