package io.tallykeep.statement.camt;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.StatementPeriod;
import io.tallykeep.statement.camt.CamtOptions.PeriodEnd;
import io.tallykeep.statement.xml.XmlNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times. A date stays the date it states, in every zone. A time without offset is in the
 * provider's zone; one that its clocks skip does not exist; of one that they repeat the date is
 * known and the moment is not.
 */
final class CamtDates {
  private static final Pattern DATE =
      Pattern.compile("(\\d{4}-\\d{2}-\\d{2})(Z|[+-]\\d{2}:\\d{2})?");
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{4}-\\d{2}-\\d{2}T)(\\d{2}:\\d{2}:\\d{2})(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})?");
  private static final String MIDNIGHT = "24:00:00";

  private final ZoneId zone;

  CamtDates(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * A date, and the moment where it is known.
   *
   * @param date in the provider's zone
   * @param instant null if only a date is stated, or a time that occurs twice
   */
  record Moment(LocalDate date, @Nullable Instant instant) {}

  /** {@code Dt} or {@code DtTm} of a choice; null if the element is missing. */
  @Nullable Moment choice(@Nullable XmlNode choice) {
    if (choice == null) {
      return null;
    }
    XmlNode date = choice.one("Dt");
    XmlNode time = choice.one("DtTm");
    if (date != null && time == null) {
      return new Moment(date(date), null);
    }
    if (time != null && date == null) {
      return moment(time);
    }
    throw choice.refusal(FindingCode.DATE_INVALID, "Holds neither or both of Dt and DtTm.");
  }

  /** A period; its end by the profile's rule. */
  StatementPeriod period(XmlNode node, PeriodEnd rule) {
    XmlNode from = node.required("FrDtTm");
    XmlNode to = node.required("ToDtTm");
    // Of a repeated time the reading that covers less.
    List<Instant> starts = instants(from);
    Instant end = instants(to).get(0);
    if (rule == PeriodEnd.LAST_SECOND && end.atZone(zone).getSecond() == 59) {
      end = end.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    }
    Instant start = starts.get(starts.size() - 1);
    if (!start.isBefore(end)) {
      throw to.refusal(
          FindingCode.FIELD_INVALID, "The period ends at " + end + ", not after its start.");
    }
    return new StatementPeriod(start, end, zone);
  }

  private Moment moment(XmlNode node) {
    List<Instant> instants = instants(node);
    return new Moment(
        instants.get(0).atZone(zone).toLocalDate(), instants.size() == 1 ? instants.get(0) : null);
  }

  private static LocalDate date(XmlNode node) {
    Matcher date = DATE.matcher(node.text());
    try {
      if (date.matches()) {
        return LocalDate.parse(date.group(1));
      }
    } catch (DateTimeException e) {
      throw node.refusal(FindingCode.DATE_INVALID, Finding.quote(node.text()) + " is no day.");
    }
    throw node.refusal(FindingCode.DATE_INVALID, Finding.quote(node.text()) + " is no date.");
  }

  /** The moments a time may mean, in order: one, or two where clocks repeat it. */
  private List<Instant> instants(XmlNode node) {
    Matcher time = TIME.matcher(node.text());
    if (!time.matches()) {
      throw node.refusal(FindingCode.DATE_INVALID, Finding.quote(node.text()) + " is no time.");
    }
    String fraction = time.group(3) == null ? "" : time.group(3);
    boolean midnight = time.group(2).equals(MIDNIGHT) && fraction.replace("0", "").length() <= 1;
    try {
      LocalDateTime local =
          LocalDateTime.parse(time.group(1) + (midnight ? "00:00:00" : time.group(2) + fraction));
      if (midnight) {
        local = local.plusDays(1);
      }
      String offset = time.group(4);
      if (offset != null) {
        return List.of(OffsetDateTime.of(local, ZoneOffset.of(offset)).toInstant());
      }
      List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
      if (offsets.isEmpty()) {
        throw node.refusal(
            FindingCode.DATE_INVALID, local + " does not exist in " + zone + ": clocks skip it.");
      }
      LocalDateTime stated = local;
      return offsets.stream().map(stated::toInstant).sorted().toList();
    } catch (DateTimeException e) {
      throw node.refusal(FindingCode.DATE_INVALID, Finding.quote(node.text()) + " is no time.");
    }
  }
}
