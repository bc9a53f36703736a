package io.tallykeep.statement.bai;

import io.tallykeep.statement.BatchItem;
import io.tallykeep.statement.Carriers;
import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryDates;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.EntryKind.Reversal;
import io.tallykeep.statement.EntryPlace;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Party;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.gate.StatementGate;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Transactions, {@code 16}. Direction by the type code: 100 to 399 credit, 400 to 699 debit, others
 * as declared. Carriers: {@code CUSTREF}, {@code BANKREF}. Not thread-safe.
 */
final class BaiTransactions {
  private static final Map<EntryType, Set<String>> TYPES =
      Map.of(
          EntryType.PAYMENT,
          Set.of("142", "165", "175", "195", "208", "451", "455", "475", "495", "508"),
          EntryType.TRANSFER,
          Set.of("206", "275", "506", "575"),
          EntryType.REVERSAL,
          Set.of("252", "257", "552", "555", "557"),
          EntryType.FEE,
          Set.of("354", "654", "661", "698"));

  /** Lockbox, package of checks, settlement of a batch: sums by their nature. */
  private static final Set<String> SUMS = Set.of("115", "166", "175", "466");

  private final Bai2Options options;
  private final StatementGate gate;
  private final int statement;
  private final LocalDate asOf;
  private int count;

  BaiTransactions(Bai2Options options, StatementGate gate, int statement, LocalDate asOf) {
    this.options = options;
    this.gate = gate;
    this.statement = statement;
    this.asOf = asOf;
  }

  /**
   * A transaction's fields.
   *
   * @param code its type code
   * @param amount as it is written
   * @param value the date of a value dated amount, null for others
   * @param bankReference may be empty
   * @param customerReference may be empty
   * @param text may be empty
   */
  record Read(
      String code,
      long amount,
      @Nullable LocalDate value,
      String bankReference,
      String customerReference,
      String text) {}

  Read read(BaiRecord record) {
    BaiFields fields = record.withText(read -> 2 + BaiFunds.size(record, read, 2) + 2);
    String code = fields.required(0, "type code");
    if (!code.matches("\\d{3}")) {
      throw record.refusal(
          FindingCode.FIELD_INVALID, "type code", Finding.quote(code) + " is no type code.");
    }
    if (fields.amount(1, "amount") < 0) {
      throw record.refusal(
          FindingCode.AMOUNT_INVALID, "amount", "Has a sign; the type code is what tells it.");
    }
    int references = 2 + BaiFunds.size(record, fields.values(), 2);
    boolean valueDated = fields.at(2).equals("V") && !fields.at(3).isEmpty();
    return new Read(
        code,
        fields.amount(1, "amount"),
        valueDated ? BaiGroup.date(fields, fields.at(3)) : null,
        fields.at(references),
        fields.at(references + 1),
        fields.text());
  }

  void write(BaiRecord record, Read read, Money amount) {
    Direction direction = direction(record, read.code());
    Map<String, String> carriers = new LinkedHashMap<>();
    carriers.put("CUSTREF", read.customerReference());
    carriers.put("BANKREF", read.bankReference());
    boolean reversal = type(read.code()) == EntryType.REVERSAL;
    count++;
    gate.entry(
        new StatementEntry(
            new EntryPlace(statement, gate.nextEntry(), record.line(), "16: " + count),
            Carriers.real(read.bankReference()),
            new EntryKind(
                type(read.code()),
                read.code(),
                EntryStatus.BOOKED,
                direction,
                reversal ? Reversal.YES : Reversal.NO),
            EntryAmounts.booked(direction == Direction.CREDIT ? amount : amount.negated()),
            new EntryDates(asOf, read.value(), null),
            new Carriers(carriers),
            Party.UNKNOWN,
            read.text(),
            isSum(read.code()) ? new BatchItem("16: " + count, 0, 0) : null,
            0));
  }

  private boolean isSum(String code) {
    return SUMS.contains(code) || options.sums().contains(code);
  }

  private Direction direction(BaiRecord record, String code) {
    Direction declared = options.directions().get(code);
    if (declared != null) {
      return declared;
    }
    return switch (code.charAt(0)) {
      case '1', '2', '3' -> Direction.CREDIT;
      case '4', '5', '6' -> Direction.DEBIT;
      default ->
          throw record.refusal(
              FindingCode.FIELD_INVALID,
              "type code",
              "Whether " + code + " is a credit or a debit must be declared.");
    };
  }

  private EntryType type(String code) {
    EntryType declared = options.types().get(code);
    if (declared != null) {
      return declared;
    }
    for (Map.Entry<EntryType, Set<String>> known : TYPES.entrySet()) {
      if (known.getValue().contains(code)) {
        return known.getKey();
      }
    }
    return options.types().getOrDefault("*", EntryType.OTHER);
  }
}
