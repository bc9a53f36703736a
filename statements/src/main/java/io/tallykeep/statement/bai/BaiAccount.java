package io.tallykeep.statement.bai;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.SequencePosition;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementTrailer;
import io.tallykeep.statement.gate.StatementGate;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An account of a group: {@code 03}, its transactions, {@code 49}. Balances are those of codes 010
 * and 015, totals those of 100 and 400. Not thread-safe.
 */
final class BaiAccount {
  private final StatementProfile profile;
  private final StatementGate gate;
  private final BaiGroup group;
  private final BaiTotals totals = new BaiTotals();
  private final Map<String, Summary> summaries = new HashMap<>();
  private final String currency;
  private final int statement;
  private final BaiTransactions transactions;

  /**
   * A status or summary of the account.
   *
   * @param amount as converted, null if none is stated
   * @param count items, null if not stated
   */
  private record Summary(@Nullable Money amount, @Nullable Long count) {
    static final Summary NONE = new Summary(null, null);
  }

  BaiAccount(
      StatementProfile profile,
      Bai2Options options,
      StatementGate gate,
      BaiGroup group,
      BaiRecord header) {
    this.profile = profile;
    this.gate = gate;
    this.group = group;
    BaiFields fields = header.fields();
    String number = fields.required(0, "account");
    if (!options.accounts().isEmpty() && !options.accounts().contains(number)) {
      throw header.refusal(
          FindingCode.ACCOUNT_MISMATCH,
          "account",
          "Account " + Finding.quote(number) + " is not among the declared ones.");
    }
    this.currency = fields.at(1).isEmpty() ? group.currency() : fields.at(1);
    this.statement = gate.nextStatement();
    totals.lines(header.lineCount());
    summaries(fields);
    gate.header(
        new StatementHeader(
            statement,
            header.line(),
            "BAI2",
            number,
            money(header, 0).currency(),
            group.statementId(),
            SequencePosition.NONE,
            null,
            group.flags()));
    this.transactions = new BaiTransactions(options, gate, statement, group.asOf());
  }

  /** Groups of type code, amount, item count and funds type. */
  private void summaries(BaiFields fields) {
    int at = 2;
    while (at < fields.values().size()) {
      String code = fields.at(at);
      int funds = at + 3;
      int size = BaiFunds.size(fields.of(), fields.values(), funds);
      boolean stated = !fields.at(at + 1).isEmpty();
      if (code.isEmpty()) {
        fields.requireEnd(at);
        return;
      }
      if (!code.matches("\\d{3}")) {
        throw fields
            .of()
            .refusal(
                FindingCode.FIELD_INVALID, "type code", Finding.quote(code) + " is no type code.");
      }
      Money amount = null;
      if (stated) {
        long minor = fields.amount(at + 1, "amount " + code);
        totals.amount(minor);
        amount = money(fields.of(), minor);
      }
      Long count = fields.at(at + 2).isEmpty() ? null : fields.count(at + 2, "items " + code);
      if (summaries.put(code, new Summary(amount, count)) != null) {
        throw fields.of().refusal(FindingCode.SYNTAX, "type code", code + " stands twice.");
      }
      at = funds + size;
    }
  }

  private Money money(BaiRecord record, long minor) {
    try {
      return profile.exponents().ofProviderMinor(currency, minor);
    } catch (Refusal refusal) {
      throw refusal.at(record.line(), record.code());
    }
  }

  void transaction(BaiRecord record) {
    totals.lines(record.lineCount());
    BaiTransactions.Read read = transactions.read(record);
    totals.amount(read.amount());
    transactions.write(record, read, money(record, read.amount()));
  }

  /** Compares the trailer with what was read. */
  BaiTotals trailer(BaiRecord record) {
    totals.lines(record.lineCount());
    totals.checkAccount(record.fields());
    Summary credits = summaries.getOrDefault("100", Summary.NONE);
    Summary debits = summaries.getOrDefault("400", Summary.NONE);
    Money debited = debits.amount();
    gate.trailer(
        new StatementTrailer(
            statement,
            record.line(),
            group.period(profile.zone()),
            new StatedTotals(
                summaries.getOrDefault("010", Summary.NONE).amount(),
                summaries.getOrDefault("015", Summary.NONE).amount(),
                null,
                null,
                new StatedTotals.Side(credits.amount(), credits.count()),
                new StatedTotals.Side(
                    debited == null ? null : debited.negated(), debits.count()))));
    return totals;
  }
}
