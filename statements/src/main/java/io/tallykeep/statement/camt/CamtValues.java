package io.tallykeep.statement.camt;

import io.tallykeep.statement.Direction;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.xml.XmlNode;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Values of single elements. */
final class CamtValues {
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,18}(\\.\\d{0,17})?|\\.\\d{1,17}");

  private CamtValues() {}

  /** An XML Schema boolean. */
  static boolean flag(XmlNode node) {
    return switch (node.text()) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default ->
          throw node.refusal(
              FindingCode.FIELD_INVALID, Finding.quote(node.text()) + " is no true or false.");
    };
  }

  /** {@code CRDT} or {@code DBIT}. */
  static Direction direction(XmlNode node) {
    return switch (node.text()) {
      case "CRDT" -> Direction.CREDIT;
      case "DBIT" -> Direction.DEBIT;
      default ->
          throw node.refusal(
              FindingCode.FIELD_INVALID, Finding.quote(node.text()) + " is no CRDT or DBIT.");
    };
  }

  /** An amount with its currency; unsigned. */
  static Money money(XmlNode node, Exponents exponents) {
    String currency = node.currency();
    if (currency == null) {
      throw node.refusal(FindingCode.FIELD_MISSING, "Has no currency.");
    }
    return money(node, currency, exponents);
  }

  /** An amount in a currency that is known from elsewhere; unsigned. */
  static Money money(XmlNode node, String currency, Exponents exponents) {
    try {
      return exponents.ofMajor(currency, decimal(node));
    } catch (Refusal refusal) {
      throw refusal.at(node.line(), node.name());
    }
  }

  private static BigDecimal decimal(XmlNode node) {
    if (!DECIMAL.matcher(node.text()).matches()) {
      throw node.refusal(
          FindingCode.AMOUNT_INVALID,
          Finding.quote(node.text()) + " is no unsigned decimal with a point.");
    }
    return new BigDecimal(node.text());
  }

  /** The amount with a direction's sign. */
  static Money signed(Money unsigned, Direction direction) {
    return direction == Direction.CREDIT ? unsigned : unsigned.negated();
  }

  /** The other direction. */
  static Direction turned(Direction direction) {
    return direction == Direction.CREDIT ? Direction.DEBIT : Direction.CREDIT;
  }

  /** A count. */
  static long count(XmlNode node) {
    if (!node.text().matches("\\d{1,15}")) {
      throw node.refusal(FindingCode.FIELD_INVALID, Finding.quote(node.text()) + " is no count.");
    }
    return Long.parseLong(node.text());
  }
}
