package io.tallykeep.statement.camt;

import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.xml.XmlNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The booked balances of a statement: {@code OPBD} or {@code PRCD} opens, {@code CLBD} closes. On
 * the pages of a longer statement an interim balance ({@code ITBD}) takes the place of the one that
 * is missing. Other kinds of balance are not compared. Not thread-safe.
 */
final class CamtBalances {
  private final Exponents exponents;
  private final Map<String, Money> byCode = new HashMap<>();
  private final List<Money> interim = new ArrayList<>();

  CamtBalances(Exponents exponents) {
    this.exponents = exponents;
  }

  void add(XmlNode balance) {
    String code = balance.textAt("Tp", "CdOrPrtry", "Cd");
    if (code == null || !List.of("OPBD", "PRCD", "CLBD", "ITBD").contains(code)) {
      return;
    }
    Money amount =
        CamtValues.signed(
            CamtValues.money(balance.required("Amt"), exponents),
            CamtValues.direction(balance.required("CdtDbtInd")));
    if (code.equals("ITBD")) {
      interim.add(amount);
    } else if (byCode.put(code, amount) != null) {
      throw balance.refusal(
          FindingCode.FIELD_INVALID, "Balance " + Finding.quote(code) + " stands twice.");
    }
    Money previous = byCode.get("PRCD");
    Money opening = byCode.get("OPBD");
    if (previous != null && opening != null && !previous.equals(opening)) {
      throw balance.refusal(
          FindingCode.BALANCE_CHAIN,
          "Opens with " + opening + ", the previous one closed with " + previous + ".");
    }
  }

  /** Balance before the first entry, null if not stated. */
  @Nullable Money opening() {
    Money opening = byCode.get("OPBD");
    if (opening == null) {
      opening = byCode.get("PRCD");
    }
    return opening == null && byCode.containsKey("CLBD") ? onlyInterim() : opening;
  }

  /** Balance after the last entry, null if not stated. */
  @Nullable Money closing() {
    Money closing = byCode.get("CLBD");
    boolean opens = byCode.containsKey("OPBD") || byCode.containsKey("PRCD");
    return closing == null && opens ? onlyInterim() : closing;
  }

  /** The currency of any balance, null if there is none. */
  @Nullable String currency() {
    return byCode.values().stream()
        .findFirst()
        .or(() -> interim.stream().findFirst())
        .map(Money::currency)
        .orElse(null);
  }

  private @Nullable Money onlyInterim() {
    return interim.size() == 1 ? interim.get(0) : null;
  }
}
