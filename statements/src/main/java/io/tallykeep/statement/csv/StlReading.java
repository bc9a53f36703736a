package io.tallykeep.statement.csv;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.SequencePosition;
import io.tallykeep.statement.SequencePosition.LastPage;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementPeriod;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.gate.StatementGate;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a settlement report by its grammar: RH FH (SH CH SB* SF* SC)* (RF* RC)? FF. The
 * report's footers may only be missing where further parts are declared. For one thread.
 */
final class StlReading {
  private final CsvRows rows;
  private final StatementGate gate;
  private final StlContext context;
  private final StatementProfile profile;
  private final Map<String, StlSums> report = new HashMap<>();
  private final Set<String> reportFooters = new HashSet<>();

  private String expected = "RH";
  private @Nullable StlSection section;
  private @Nullable CsvHeader header;
  private String kind = "";
  private String window = "";
  private String generated = "";
  private String account = "";
  private String start = "";
  private long part;
  private long bodyRows;
  private long lastLine;
  private boolean sound = true;
  private boolean reportCounted;

  StlReading(CsvRows rows, StatementGate gate, StlContext context) {
    this.rows = rows;
    this.gate = gate;
    this.context = context;
    this.profile = context.profile();
  }

  void read() throws IOException {
    for (CsvRow row = rows.next(); row != null; row = rows.next()) {
      lastLine = row.line();
      record(row);
    }
    if (!expected.isEmpty()) {
      throw refusal(
          FindingCode.TRUNCATED, lastLine, null, "the file ends, one of is expected: " + expected);
    }
  }

  private void record(CsvRow row) {
    String type = row.field(0);
    if (type.isEmpty() || !(" " + expected + " ").contains(" " + type + " ")) {
      throw refusal(
          lastLine == 1 ? FindingCode.WRONG_MESSAGE : FindingCode.SYNTAX,
          row.line(),
          null,
          Finding.quote(type) + " where one of is expected: " + expected);
    }
    switch (type) {
      case "RH" -> reportHeader(row);
      case "FH" -> fileHeader(row);
      case "SH" -> sectionHeader(row);
      case "CH" -> columnHeader(row);
      case "SB" -> body(row);
      case "SF" -> sectionFooter(row);
      case "SC" -> sectionCount(row);
      case "RF" -> reportFooter(row);
      case "RC" -> reportCount(row);
      default -> fileFooter(row);
    }
  }

  private void reportHeader(CsvRow row) {
    generated = text(row, 1, "report generation date");
    time(row, 1, "report generation date");
    window = text(row, 2, "reporting window");
    text(row, 3, "account");
    kind = "paypal settlement " + text(row, 4, "report version");
    expected = "FH";
  }

  private void fileHeader(CsvRow row) {
    part = count(row, 1, "file number");
    if (part == 0) {
      throw refusal(FindingCode.FIELD_INVALID, row.line(), "file number", "files count from 1");
    }
    expected = "SH RF RC FF";
  }

  private void sectionHeader(CsvRow row) {
    start = text(row, 1, "period start");
    Instant from = time(row, 1, "period start");
    Instant last = time(row, 2, "period end");
    account = text(row, 3, "account");
    if (!account.equals(profile.merchantAccount())) {
      throw refusal(
          FindingCode.ACCOUNT_MISMATCH,
          row.line(),
          "account",
          Finding.quote(account) + " is not the profile's " + profile.merchantAccount());
    }
    if (!from.isBefore(last)) {
      throw refusal(FindingCode.DATE_INVALID, row.line(), "period end", "is not after its start");
    }
    // The report names the period's last second.
    StatementPeriod period =
        new StatementPeriod(from, last.plus(Duration.ofSeconds(1)), profile.zone());
    section = new StlSection(gate, context, period, this::header);
    expected = "CH";
  }

  private StatementHeader header(int statement, long line, @Nullable String currency) {
    boolean paged = part > 1 || context.moreParts();
    return new StatementHeader(
        statement,
        line,
        kind,
        account,
        currency,
        window + " " + start + " part " + part,
        new SequencePosition(
            null,
            paged ? (int) Math.min(part, Integer.MAX_VALUE) : null,
            context.moreParts() ? LastPage.NO : LastPage.YES),
        generated,
        Set.of());
  }

  private void columnHeader(CsvRow row) {
    CsvHeader columns = new CsvHeader(row, 1);
    context.options().require(columns, StlColumns.REQUIRED, StlColumns::isKnown);
    header = columns;
    expected = context.moreParts() ? "SB SF SC FF" : "SB SF SC";
  }

  private void body(CsvRow row) {
    bodyRows++;
    CsvHeader columns = header;
    StlSection open = section;
    if (columns == null || open == null) {
      throw new IllegalStateException("The grammar puts SH and CH before SB.");
    }
    try {
      columns.requireWidth(row);
      open.row(new Cells(columns, row, context.options().numbers(), profile.exponents()), report);
    } catch (Refusal refusal) {
      sound = false;
      gate.report(refusal.finding());
    } catch (ArithmeticException e) {
      sound = false;
      gate.report(new Finding(FindingCode.AMOUNT_RANGE, row.line(), null, "a sum is out of range"));
    }
  }

  private void sectionFooter(CsvRow row) {
    StlFooter footer = new StlFooter(row, profile.exponents());
    requireSound();
    section().footer(footer, row.line());
    expected = "SF SC";
  }

  private void sectionCount(CsvRow row) {
    requireSound();
    section().end(row.line(), count(row, 1, "section record count"));
    section = null;
    expected = "SH RF RC FF";
  }

  private void reportFooter(CsvRow row) {
    StlFooter footer = new StlFooter(row, profile.exponents());
    if (!reportFooters.add(footer.currency())) {
      throw refusal(FindingCode.SYNTAX, row.line(), "currency", "a second report footer for it");
    }
    if (part == 1) {
      footer.checkTotals(report.getOrDefault(footer.currency(), new StlSums()), gate);
    }
    expected = "RF RC";
  }

  private void reportCount(CsvRow row) {
    long stated = count(row, 1, "report record count");
    if (part == 1 && stated != bodyRows) {
      gate.report(
          new Finding(
              FindingCode.COUNT_MISMATCH,
              row.line(),
              "RC",
              stated + " are stated, read: " + bodyRows));
    }
    if (context.moreParts()) {
      throw refusal(
          FindingCode.PROFILE_MISMATCH,
          row.line(),
          "RC",
          "more parts are declared, but the report ends here");
    }
    reportCounted = true;
    expected = "FF";
  }

  private void fileFooter(CsvRow row) {
    if (!reportCounted && !context.moreParts()) {
      throw refusal(
          FindingCode.TRUNCATED,
          row.line(),
          "RC",
          "the report does not end here: declare "
              + PaypalSettlementFormat.MORE_PARTS
              + " if it goes on in another file");
    }
    long stated = count(row, 1, "file row count");
    if (stated != bodyRows) {
      gate.report(
          new Finding(
              FindingCode.COUNT_MISMATCH,
              row.line(),
              "FF",
              stated + " are stated, read: " + bodyRows));
    }
    if (section != null) {
      requireSound();
      section().breakOff(row.line());
    }
    expected = "";
  }

  /** Totals over rows that could not be read say nothing more. */
  private void requireSound() {
    if (!sound) {
      throw refusal(FindingCode.SYNTAX, lastLine, null, "rows before this could not be read");
    }
  }

  private StlSection section() {
    if (section == null) {
      throw new IllegalStateException("The grammar puts SH before this.");
    }
    return section;
  }

  private String text(CsvRow row, int at, String name) {
    if (at >= row.width() || row.field(at).isBlank()) {
      throw refusal(FindingCode.FIELD_MISSING, row.line(), name, "no value");
    }
    return row.field(at);
  }

  private Instant time(CsvRow row, int at, String name) {
    String text = text(row, at, name);
    try {
      return OffsetDateTime.parse(text, StlSection.TIME).toInstant();
    } catch (DateTimeException e) {
      throw refusal(FindingCode.DATE_INVALID, row.line(), name, String.valueOf(e.getMessage()));
    }
  }

  private long count(CsvRow row, int at, String name) {
    String text = text(row, at, name);
    if (text.length() > 18 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw refusal(
          FindingCode.FIELD_INVALID, row.line(), name, Finding.quote(text) + ": digits only");
    }
    return Long.parseLong(text);
  }

  private static Refusal refusal(
      FindingCode code, long line, @Nullable String field, String detail) {
    return new Refusal(new Finding(code, line, field, detail));
  }
}
