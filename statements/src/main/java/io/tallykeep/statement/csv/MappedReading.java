package io.tallykeep.statement.csv;

import io.tallykeep.statement.BatchItem;
import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.EntryPlace;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Party;
import io.tallykeep.statement.SequencePosition;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementTrailer;
import io.tallykeep.statement.gate.StatementGate;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One reading of a mapped file. For one thread. */
final class MappedReading {
  private final CsvTable table;
  private final StatementGate gate;
  private final MappedContext context;
  private final CsvMapping mapping;
  private final MappedAmounts amounts;
  private final MappedTimes times;
  private final CurrencyStatements statements;
  private final MappedTotals totals;

  MappedReading(CsvTable table, StatementGate gate, MappedContext context) {
    this.table = table;
    this.gate = gate;
    this.context = context;
    this.mapping = context.mapping();
    this.amounts = new MappedAmounts(mapping.amounts(), context.profile().exponents());
    this.times = new MappedTimes(mapping.times(), context.profile().zone());
    this.statements = new CurrencyStatements(gate, this::header);
    this.totals = new MappedTotals(mapping, context.profile().exponents(), gate);
  }

  void read(DeclaredFacts facts) throws IOException {
    if (!CsvFile.everyRow(table, gate, this::row)) {
      return;
    }
    totals.requireTrailer(table.lastLine());
    for (String currency : totals.currencies(facts)) {
      statements.number(currency, table.lastLine());
    }
    if (totals.saysNothingCame()) {
      int statement = gate.nextStatement();
      gate.header(header(statement, table.lastLine(), null));
      gate.trailer(
          new StatementTrailer(statement, table.lastLine(), facts.period(), totals.none()));
    }
    statements.end(table.lastLine(), facts.period(), currency -> totals.of(currency, facts));
  }

  private StatementHeader header(int statement, long line, @Nullable String currency) {
    return new StatementHeader(
        statement,
        line,
        context.kind(),
        null,
        currency,
        null,
        SequencePosition.NONE,
        null,
        context.flags());
  }

  private void row(Cells cells) {
    if (totals.isTrailer(cells)) {
      return;
    }
    cells.requireWidth();
    requireAccount(cells);
    String currency = amounts.currency(cells);
    EntryAmounts money = amounts.of(cells, currency);
    String rawType = mapping.kinds().type() == null ? "" : cells.required(mapping.kinds().type());
    EntryType type = meaning(cells, mapping.kinds().type(), rawType, mapping.kinds().types());
    EntryStatus status = status(cells);
    long line = cells.line();
    long number = gate.nextEntry();
    CsvReferences references = mapping.references();
    StatementEntry entry =
        new StatementEntry(
            new EntryPlace(statements.number(currency, line), number, line, "row " + number),
            references.id() == null ? null : cells.real(references.id()),
            new EntryKind(
                type,
                rawType,
                status,
                money.matched().minor() < 0
                        || money.matched().minor() == 0 && money.booked().minor() < 0
                    ? Direction.DEBIT
                    : Direction.CREDIT,
                type == EntryType.REVERSAL ? EntryKind.Reversal.YES : EntryKind.Reversal.NO),
            money,
            times.of(cells),
            cells.carriers(references.carriers()),
            new Party(
                optional(cells, references.payee()), optional(cells, references.payeeAccount())),
            references.text() == null ? "" : cells.textOrEmpty(references.text()),
            batch(cells, number),
            0);
    gate.entry(entry);
    totals.add(cells, money.booked(), status);
  }

  private static @Nullable String optional(Cells cells, @Nullable String column) {
    return column == null ? null : cells.text(column);
  }

  private @Nullable BatchItem batch(Cells cells, long number) {
    String column = mapping.kinds().itemCount();
    if (column == null || cells.text(column) == null) {
      return null;
    }
    long count = cells.requiredCount(column);
    return count > 1
        ? new BatchItem("row " + number, 0, (int) Math.min(count, Integer.MAX_VALUE))
        : null;
  }

  private void requireAccount(Cells cells) {
    String column = mapping.references().account();
    if (column != null && !cells.required(column).equals(context.profile().merchantAccount())) {
      throw cells.refusal(
          FindingCode.ACCOUNT_MISMATCH,
          column,
          Finding.quote(cells.required(column))
              + " is not the profile's "
              + context.profile().merchantAccount());
    }
  }

  private EntryStatus status(Cells cells) {
    EntryStatus status = EntryStatus.BOOKED;
    for (CsvKinds.StatusColumn column : mapping.kinds().statuses()) {
      EntryStatus said =
          meaning(cells, column.name(), cells.required(column.name()), column.meanings());
      if (status == EntryStatus.BOOKED) {
        status = said;
      }
    }
    return status;
  }

  private static <T> T meaning(
      Cells cells, @Nullable String column, String value, Map<String, T> meanings) {
    T meaning = meanings.get(value);
    if (meaning == null) {
      meaning = meanings.get(CsvKinds.ANY_OTHER);
    }
    if (meaning == null) {
      throw cells.refusal(
          FindingCode.FIELD_INVALID,
          column,
          Finding.quote(value) + " is not declared: say what it means");
    }
    return meaning;
  }
}
