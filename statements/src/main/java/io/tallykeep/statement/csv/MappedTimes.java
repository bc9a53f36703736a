package io.tallykeep.statement.csv;

import io.tallykeep.statement.EntryDates;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import org.jspecify.annotations.Nullable;

/** Dates and times of a mapped row. */
final class MappedTimes {
  private final CsvTimes columns;
  private final ProviderClock clock;
  private final DateTimeFormatter pattern;
  private final DateTimeFormatter valuePattern;

  MappedTimes(CsvTimes columns, ZoneId zone) {
    this.columns = columns;
    this.clock = new ProviderClock(zone);
    this.pattern = ProviderClock.strict(columns.pattern());
    this.valuePattern =
        columns.valuePattern() == null ? pattern : ProviderClock.strict(columns.valuePattern());
  }

  EntryDates of(Cells cells) {
    String text = cells.required(columns.booked());
    if (columns.time() != null) {
      text = text + " " + cells.required(columns.time());
    }
    String zone = columns.zone() == null ? null : cells.required(columns.zone());
    ProviderTime booked = time(cells, columns.booked(), text, zone);
    return new EntryDates(booked.date(), value(cells), booked.instant());
  }

  private ProviderTime time(Cells cells, String column, String text, @Nullable String zone) {
    return cells.at(column, () -> read(pattern, text, zone));
  }

  private @Nullable LocalDate value(Cells cells) {
    String column = columns.value();
    String text = column == null ? null : cells.text(column);
    return column == null || text == null
        ? null
        : cells.at(column, () -> read(valuePattern, text, null).date());
  }

  private ProviderTime read(DateTimeFormatter format, String text, @Nullable String zone) {
    TemporalAccessor parsed =
        format.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
    if (parsed instanceof OffsetDateTime moment) {
      return clock.at(moment);
    }
    if (parsed instanceof LocalDateTime local) {
      return clock.at(local, zone);
    }
    return new ProviderTime(LocalDate.from(parsed), null);
  }
}
