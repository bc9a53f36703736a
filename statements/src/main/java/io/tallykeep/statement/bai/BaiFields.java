package io.tallykeep.statement.bai;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A record's fields after its code.
 *
 * @param of the record
 * @param values their values, some may be empty
 * @param text what follows them; empty if nothing does
 */
record BaiFields(BaiRecord of, List<String> values, String text) {
  private static final Pattern AMOUNT = Pattern.compile("[+-]?\\d{1,18}");
  private static final Pattern COUNT = Pattern.compile("\\d{1,12}");

  /** The field at a place, from 0; empty if there is none. */
  String at(int index) {
    return index < values.size() ? values.get(index).strip() : "";
  }

  /** A field that must be there. */
  String required(int index, String name) {
    String value = at(index);
    if (value.isEmpty()) {
      throw of.refusal(FindingCode.FIELD_MISSING, name, "Is missing.");
    }
    return value;
  }

  /** A whole number with an optional sign; minor units have no decimal point here. */
  long amount(int index, String name) {
    String value = required(index, name);
    if (!AMOUNT.matcher(value).matches()) {
      throw of.refusal(
          FindingCode.AMOUNT_INVALID, name, Finding.quote(value) + " is no whole number.");
    }
    return Long.parseLong(value);
  }

  /** A count. */
  long count(int index, String name) {
    String value = required(index, name);
    if (!COUNT.matcher(value).matches()) {
      throw of.refusal(FindingCode.FIELD_INVALID, name, Finding.quote(value) + " is no count.");
    }
    return Long.parseLong(value);
  }

  /** Refuses what stands after the last field that is known. */
  void requireEnd(int size) {
    for (int i = size; i < values.size(); i++) {
      if (!at(i).isEmpty()) {
        throw of.refusal(FindingCode.SYNTAX, null, "It has more fields than it can have.");
      }
    }
  }
}
