package io.tallykeep.statement.swift;

import io.tallykeep.statement.BatchItem;
import io.tallykeep.statement.Carriers;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryDates;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.EntryKind.Reversal;
import io.tallykeep.statement.EntryPlace;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.gate.StatementGate;
import io.tallykeep.statement.swift.SwiftValues.Balance;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one statement: each {@code :61:} with the {@code :86:} right after it. Carriers:
 * {@code CUSTREF}, {@code SUPPLEMENT}, {@code BANKREF}, and the words of {@code :86:}. Not
 * thread-safe.
 */
final class Mt940Entries {
  private static final Map<String, EntryType> TYPES =
      Map.of(
          "TRF", EntryType.PAYMENT,
          "DDT", EntryType.PAYMENT,
          "CHK", EntryType.PAYMENT,
          "CHG", EntryType.FEE,
          "COM", EntryType.FEE,
          "INT", EntryType.FEE,
          "BRF", EntryType.FEE,
          "RTI", EntryType.REVERSAL);

  private final StatementProfile profile;
  private final Mt940Options options;
  private final StatementGate gate;
  private final int statement;
  private final Balance opening;
  private @Nullable SwiftLine line;
  private @Nullable SwiftInformation information;
  private int count;

  Mt940Entries(
      StatementProfile profile,
      Mt940Options options,
      StatementGate gate,
      int statement,
      Balance opening) {
    this.profile = profile;
    this.options = options;
    this.gate = gate;
    this.statement = statement;
    this.opening = opening;
  }

  void line(SwiftField field) {
    flush();
    count++;
    line = SwiftLine.of(field, opening, profile.exponents(), options.monthEnds());
  }

  void information(SwiftField field) {
    if (line == null || information != null) {
      throw field.refusal(FindingCode.SYNTAX, "Does not follow a :61:.");
    }
    information = SwiftInformation.of(field, options.information());
  }

  /** Hands over the line that is held for its {@code :86:}. */
  void flush() {
    SwiftLine held = line;
    if (held == null) {
      return;
    }
    SwiftInformation beside = information == null ? SwiftInformation.NONE : information;
    String raw = held.type() + (beside.code().isEmpty() ? "" : "/" + beside.code());
    gate.entry(
        new StatementEntry(
            new EntryPlace(statement, gate.nextEntry(), held.field().line(), ":61: " + count),
            Carriers.real(held.bankReference()),
            new EntryKind(
                type(held, raw), raw, EntryStatus.BOOKED, held.direction(), held.reversal()),
            EntryAmounts.booked(held.amount()),
            new EntryDates(held.booking(), held.value(), null),
            carriers(held, beside),
            beside.party(),
            beside.text(),
            isSum(held, beside) ? new BatchItem(":61: " + count, 0, 0) : null,
            0));
    line = null;
    information = null;
  }

  private boolean isSum(SwiftLine held, SwiftInformation beside) {
    return beside.code().matches("19[1-9]")
        || options.sums().contains(held.type())
        || options.sums().contains(held.type() + "/" + beside.code());
  }

  private static Carriers carriers(SwiftLine held, SwiftInformation beside) {
    Map<String, String> found = new LinkedHashMap<>(beside.references());
    put(found, "CUSTREF", held.customerReference());
    put(found, "SUPPLEMENT", held.supplement());
    put(found, "BANKREF", held.bankReference());
    return new Carriers(found);
  }

  private static void put(Map<String, String> found, String name, @Nullable String value) {
    if (value != null) {
      found.put(name, value);
    }
  }

  private EntryType type(SwiftLine held, String raw) {
    if (held.reversal() == Reversal.YES) {
      return EntryType.REVERSAL;
    }
    EntryType declared = options.types().get(raw);
    if (declared == null) {
      declared = options.types().get(held.type());
    }
    if (declared == null) {
      declared = TYPES.get(held.type().substring(1));
    }
    return declared == null ? options.types().getOrDefault("*", EntryType.OTHER) : declared;
  }
}
