package io.tallykeep.statement.bai;

import io.tallykeep.statement.FindingCode;
import java.util.List;

/** Funds types: how many fields tell when an amount becomes available. */
final class BaiFunds {
  private BaiFunds() {}

  /**
   * The number of fields from a funds type on, itself included, as far as the fields tell.
   *
   * @param fields the fields read so far
   * @param at the funds type's place
   * @return at least 1; more than there are yet if the number still depends on one to come
   */
  static int size(BaiRecord record, List<String> fields, int at) {
    if (fields.size() <= at) {
      return 1;
    }
    return switch (fields.get(at).strip()) {
      case "", "Z", "0", "1", "2" -> 1;
      case "V" -> 3;
      case "S" -> 4;
      case "D" -> fields.size() <= at + 1 ? 2 : 2 + 2 * distributions(record, fields.get(at + 1));
      default -> throw record.refusal(FindingCode.FIELD_INVALID, "funds type", "Is not known.");
    };
  }

  private static int distributions(BaiRecord record, String number) {
    if (!number.strip().matches("\\d{1,2}")) {
      throw record.refusal(FindingCode.FIELD_INVALID, "distributions", "Is no number.");
    }
    return Integer.parseInt(number.strip());
  }
}
