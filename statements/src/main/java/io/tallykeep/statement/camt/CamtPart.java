package io.tallykeep.statement.camt;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.SequencePosition;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementFlag;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementPeriod;
import io.tallykeep.statement.StatementTrailer;
import io.tallykeep.statement.camt.CamtGroup.Page;
import io.tallykeep.statement.xml.XmlCursor;
import io.tallykeep.statement.xml.XmlNode;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One {@code Stmt}, {@code Rpt} or {@code Ntfctn}. What is said before the entries makes the
 * header. Not thread-safe.
 */
final class CamtPart {
  private static final Set<String> REPEATED = Set.of("Bal", "Intrst", "Ntry");

  private final XmlCursor cursor;
  private final CamtContext context;
  private final CamtGroup group;
  private final int statement;
  private final long line;
  private final CamtDates dates;
  private final CamtBalances balances;
  private final CamtSummary summary;
  private final Set<String> seen = new HashSet<>();
  private final Set<StatementFlag> flags = EnumSet.noneOf(StatementFlag.class);

  private @Nullable String id;
  private @Nullable XmlNode sequence;
  private Page page;
  private @Nullable String account;
  private @Nullable String currency;
  private @Nullable StatementPeriod period;
  private boolean begun;
  private int entryCount;

  CamtPart(XmlCursor cursor, CamtContext context, CamtGroup group) {
    this.cursor = cursor;
    this.context = context;
    this.group = group;
    this.page = group.page();
    this.statement = context.gate().nextStatement();
    this.line = cursor.line();
    this.dates = new CamtDates(context.profile().zone());
    this.balances = new CamtBalances(context.profile().exponents());
    this.summary = new CamtSummary(context.profile().exponents());
  }

  void read() throws IOException {
    while (cursor.child()) {
      CamtElements.require(CamtElements.PART, cursor, context.options().message().part());
      String name = cursor.name();
      if (!seen.add(name) && !REPEATED.contains(name)) {
        throw cursor.refusal(FindingCode.SYNTAX, name, "Stands twice in one statement.");
      }
      if (name.equals("Ntry")) {
        begin();
        new CamtEntry(cursor, context, place(), summary).read();
      } else {
        take(cursor.tree());
      }
    }
    begin();
    end();
  }

  private CamtEntry.Place place() {
    return new CamtEntry.Place(statement, ++entryCount, currency);
  }

  private void take(XmlNode node) {
    if (begun && !node.name().startsWith("Addtl")) {
      throw node.refusal(FindingCode.SYNTAX, "Stands after the first entry.");
    }
    switch (node.name()) {
      case "Id" -> id = node.text();
      case "ElctrncSeqNb" -> sequence = node;
      case "LglSeqNb" -> sequence = sequence == null ? node : sequence;
      case "StmtPgntn", "RptPgntn", "NtfctnPgntn" -> page = Page.of(node);
      case "FrToDt" -> period = dates.period(node, context.options().periodEnd());
      case "CpyDplctInd" -> flags.add(StatementFlag.COPY);
      case "Acct" -> account(node);
      case "Bal" -> balances.add(node);
      case "TxsSummry" -> summary.state(node);
      default -> {}
    }
  }

  private void account(XmlNode node) {
    XmlNode number = node.one("Id", "IBAN");
    if (number == null) {
      number = node.required("Id", "Othr", "Id");
    }
    account = number.text();
    currency = node.textAt("Ccy");
    Set<String> known = context.options().accounts();
    if (!known.isEmpty() && !known.contains(number.text())) {
      throw number.refusal(
          FindingCode.ACCOUNT_MISMATCH,
          "Account " + Finding.quote(number.text()) + " is not among the declared ones.");
    }
  }

  private void begin() {
    if (begun) {
      return;
    }
    begun = true;
    if (id == null || id.isEmpty()) {
      throw cursor.refusal(FindingCode.FIELD_MISSING, "Id", "The statement has no id.");
    }
    if (account == null) {
      throw cursor.refusal(FindingCode.FIELD_MISSING, "Acct", "The statement has no account.");
    }
    if (currency == null) {
      currency = balances.currency();
    }
    switch (context.options().message()) {
      case STATEMENT -> {}
      case REPORT -> flags.add(StatementFlag.INTRADAY);
      case NOTIFICATION -> flags.add(StatementFlag.ADVICE);
    }
    if (group.test()) {
      flags.add(StatementFlag.TEST);
    }
    context
        .gate()
        .header(
            new StatementHeader(
                statement,
                line,
                context.kind(),
                account,
                currency,
                id,
                new SequencePosition(sequenceNumber(), page.number(), page.last()),
                null,
                flags));
  }

  private @Nullable Long sequenceNumber() {
    return sequence == null ? null : CamtValues.count(sequence);
  }

  private void end() {
    Money net = summary.check(cursor.line());
    StatedTotals totals =
        new StatedTotals(
            balances.opening(),
            balances.closing(),
            summary.statedZero() ? Long.valueOf(0) : null,
            net,
            StatedTotals.Side.NONE,
            StatedTotals.Side.NONE);
    context.gate().trailer(new StatementTrailer(statement, cursor.line(), period, totals));
  }
}
