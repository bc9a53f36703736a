package io.tallykeep.statement.swift;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.SequencePosition;
import io.tallykeep.statement.SequencePosition.LastPage;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementFlag;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementPeriod;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementTrailer;
import io.tallykeep.statement.gate.StatementGate;
import io.tallykeep.statement.swift.Mt940Options.BalanceDates;
import io.tallykeep.statement.swift.Mt940Options.Numbering;
import io.tallykeep.statement.swift.SwiftValues.Balance;
import java.time.LocalDate;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a file, field by field: {@code 20 [21] 25 28C 60 (61 [86])* 62 [64] [65]*
 * [86]}. Another order is refused. Not thread-safe.
 */
final class Mt940Statements implements SwiftMessages.Handler {
  private static final Pattern NUMBER = Pattern.compile("(\\d{1,5})(?:/(\\d{1,5}))?");
  private static final Set<String> OF_942 = Set.of("34F", "90D", "90C", "13D");

  private final StatementProfile profile;
  private final Mt940Options options;
  private final StatementGate gate;
  private @Nullable SwiftMessages messages;
  private @Nullable SwiftField reference;
  private @Nullable SwiftField account;
  private @Nullable SwiftField number;
  private @Nullable Mt940Entries entries;
  private @Nullable Balance opening;
  private @Nullable LocalDate firstOpening;
  private boolean closed;
  private int statement;

  Mt940Statements(StatementProfile profile, Mt940Options options, StatementGate gate) {
    this.profile = profile;
    this.options = options;
    this.gate = gate;
  }

  void source(SwiftMessages source) {
    messages = source;
  }

  @Override
  public void field(SwiftField field) {
    switch (field.tag()) {
      case "20" -> begin(field);
      case "21" -> requireBefore(field, opening == null);
      case "25", "25P" -> account(field);
      case "28", "28C" -> {
        requireBefore(field, account != null && number == null);
        number = field;
      }
      case "60F", "60M" -> open(field);
      case "61" -> entries(field).line(field);
      case "62F", "62M" -> close(field);
      case "64", "65" -> requireBefore(field, closed);
      case "86" -> information(field);
      default -> other(field);
    }
  }

  private void other(SwiftField field) {
    if (OF_942.contains(field.tag())) {
      throw field.refusal(FindingCode.WRONG_MESSAGE, "Is a field of MT942, not of MT940.");
    }
    if (!options.ignoredTags().contains(field.tag())) {
      throw field.refusal(FindingCode.SYNTAX, "Is no field of MT940.");
    }
  }

  private void begin(SwiftField field) {
    if (reference != null && !closed) {
      throw field.refusal(FindingCode.TRUNCATED, "Begins while the one before has no :62F:.");
    }
    reset();
    reference = field;
  }

  private void reset() {
    reference = null;
    account = null;
    number = null;
    entries = null;
    opening = null;
    closed = false;
  }

  private static void requireBefore(SwiftField field, boolean inOrder) {
    if (!inOrder) {
      throw field.refusal(FindingCode.SYNTAX, "Does not stand here in the order of fields.");
    }
  }

  private void account(SwiftField field) {
    requireBefore(field, reference != null && account == null);
    account = field;
    if (!options.accounts().isEmpty() && !options.accounts().contains(field.first().strip())) {
      throw field.refusal(
          FindingCode.ACCOUNT_MISMATCH,
          "Account " + Finding.quote(field.first()) + " is not among the declared ones.");
    }
  }

  private void open(SwiftField field) {
    SwiftField named = reference;
    SwiftField numbered = number;
    SwiftField owned = account;
    if (named == null || owned == null || numbered == null || opening != null) {
      throw field.refusal(
          FindingCode.FIELD_MISSING, "An opening balance stands after :20:, :25: and :28C:.");
    }
    Balance balance = SwiftValues.balance(field, profile.exponents());
    opening = balance;
    statement = gate.nextStatement();
    if (field.tag().equals("60F")) {
      firstOpening = balance.date();
    }
    String id = named.only().strip() + "/" + numbered.only().strip() + "/" + balance.date();
    boolean test = messages != null && messages.test();
    gate.header(
        new StatementHeader(
            statement,
            named.line(),
            "MT940",
            owned.first().strip(),
            balance.amount().currency(),
            id,
            position(numbered, field.tag()),
            null,
            test ? Set.of(StatementFlag.TEST) : Set.of()));
    entries = new Mt940Entries(profile, options, gate, statement, balance);
  }

  /** Number and page; whether the page is the last is known from the closing balance only. */
  private SequencePosition position(SwiftField numbered, String tag) {
    Matcher matcher = NUMBER.matcher(numbered.only().strip());
    if (!matcher.matches()) {
      throw numbered.refusal(
          FindingCode.SYNTAX, Finding.quote(numbered.first()) + " is no statement number.");
    }
    boolean first = tag.equals("60F");
    if (options.numbering() == Numbering.MEANINGLESS) {
      if (!first) {
        throw numbered.refusal(
            FindingCode.PROFILE_MISMATCH, "Pages can't be read where numbers are meaningless.");
      }
      return SequencePosition.NONE;
    }
    Integer page = matcher.group(2) == null ? null : Integer.valueOf(matcher.group(2));
    boolean later = page != null && page > 1;
    if (later == first) {
      throw numbered.refusal(
          FindingCode.PAGE_GAP,
          Finding.quote(numbered.first()) + " does not fit an opening balance :" + tag + ":.");
    }
    return new SequencePosition(
        Long.valueOf(matcher.group(1)), page == null ? 1 : page, LastPage.NOT_STATED);
  }

  private void information(SwiftField field) {
    if (closed) {
      return; // About the statement, not about its last line.
    }
    entries(field).information(field);
  }

  private Mt940Entries entries(SwiftField field) {
    Mt940Entries open = entries;
    if (open == null || closed) {
      throw field.refusal(FindingCode.SYNTAX, "Stands outside of :60F: to :62F:.");
    }
    return open;
  }

  private void close(SwiftField field) {
    Mt940Entries open = entries(field);
    Balance start = opening;
    if (start == null) {
      throw field.refusal(FindingCode.FIELD_MISSING, "There is no opening balance.");
    }
    open.flush();
    Balance end = SwiftValues.balance(field, profile.exponents());
    boolean last = field.tag().equals("62F");
    closed = true;
    gate.lastPage(statement, last ? LastPage.YES : LastPage.NO);
    gate.trailer(
        new StatementTrailer(
            statement,
            field.line(),
            last ? period(field, end) : null,
            StatedTotals.balances(start.amount(), end.amount())));
    if (last) {
      firstOpening = null;
    }
  }

  private @Nullable StatementPeriod period(SwiftField field, Balance end) {
    LocalDate start = firstOpening;
    if (start == null || options.balanceDates() == BalanceDates.NO_PERIOD) {
      return null;
    }
    LocalDate first =
        options.balanceDates() == BalanceDates.OPENING_IS_DAY_BEFORE ? start.plusDays(1) : start;
    if (end.date().isBefore(start)) {
      throw field.refusal(
          FindingCode.DATE_INVALID, "The closing balance is dated before the opening one.");
    }
    return end.date().isBefore(first)
        ? null
        : StatementPeriod.ofDays(first, end.date(), profile.zone());
  }

  @Override
  public void messageEnd(long line) {
    if (reference != null && !closed) {
      throw new Refusal(
          new Finding(
              FindingCode.TRUNCATED, line, null, "The statement ends without :62F: or :62M:."));
    }
    reset();
  }
}
