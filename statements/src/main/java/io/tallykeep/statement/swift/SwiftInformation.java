package io.tallykeep.statement.swift;

import io.tallykeep.statement.Carriers;
import io.tallykeep.statement.Party;
import io.tallykeep.statement.swift.Mt940Options.Information;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code :86:} says of an entry.
 *
 * @param code the three digits a structured one begins with; empty without
 * @param references by word: {@code EREF}, {@code KREF}, {@code MREF}, ...
 * @param party the other side, where structured
 * @param text all of it, unwrapped where the form says how lines join, else in lines
 */
record SwiftInformation(String code, Map<String, String> references, Party party, String text) {
  static final SwiftInformation NONE = new SwiftInformation("", Map.of(), Party.UNKNOWN, "");

  private static final Pattern SUBFIELDS = Pattern.compile("^(\\d{3})(\\D)(?=\\d{2})");
  private static final Pattern TOKEN =
      Pattern.compile(
          "(EREF|KREF|MREF|PREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|RREF|RTRN|PURP|TAN1)\\+");
  private static final Pattern WORD =
      Pattern.compile(
          "/(EREF|KREF|PREF|MREF|MARF|CREF|IREF|IID|EID|PMTID|INST|CSID|NAME|IBAN|BIC|REMI|TRTP|TRCD"
              + "|ISDT|RTRN|RETN|ORDP|BENM|CNTP|PURP|ULTB|ULTD|ULTC|SVCL|OCMT|CHGS|EXCH|BUSP|CD|CDTRREF)/");

  static SwiftInformation of(SwiftField field, Information form) {
    return switch (form) {
      case FREE_TEXT ->
          new SwiftInformation(
              "", Map.of(), Party.UNKNOWN, String.join("\n", field.lines()).strip());
      case SUBFIELDS -> subfields(field);
      case SLASH_WORDS -> slashWords(field);
    };
  }

  private static SwiftInformation subfields(SwiftField field) {
    String all = String.join("", field.lines());
    Matcher begin = SUBFIELDS.matcher(all);
    if (!begin.find()) {
      return of(field, Information.FREE_TEXT);
    }
    Map<String, String> byNumber = split(all.substring(begin.end(1)), begin.group(2));
    StringBuilder purpose = new StringBuilder();
    for (Map.Entry<String, String> subfield : byNumber.entrySet()) {
      int number = Integer.parseInt(subfield.getKey());
      if (number >= 20 && number <= 29 || number >= 60 && number <= 63) {
        purpose.append(subfield.getValue());
      }
    }
    String name = byNumber.getOrDefault("32", "") + byNumber.getOrDefault("33", "");
    Party party = new Party(Carriers.real(name), Carriers.real(byNumber.get("31")));
    return new SwiftInformation(
        begin.group(1), words(purpose.toString(), TOKEN), party, purpose.toString());
  }

  /** Values by the two digits after each separator, in order; of one number joined. */
  private static Map<String, String> split(String text, String separator) {
    Map<String, String> byNumber = new LinkedHashMap<>();
    String number = null;
    StringBuilder value = new StringBuilder();
    for (String part : List.of(text.split(Pattern.quote(separator), -1))) {
      boolean numbered =
          part.length() >= 2
              && Character.isDigit(part.charAt(0))
              && Character.isDigit(part.charAt(1));
      if (numbered) {
        put(byNumber, number, value);
        number = part.substring(0, 2);
        value = new StringBuilder(part.substring(2));
      } else if (number != null) {
        value.append(separator).append(part);
      }
    }
    put(byNumber, number, value);
    return byNumber;
  }

  private static void put(
      Map<String, String> byNumber, @Nullable String number, StringBuilder value) {
    if (number != null) {
      byNumber.merge(number, value.toString(), String::concat);
    }
  }

  private static SwiftInformation slashWords(SwiftField field) {
    String all = String.join("", field.lines());
    Map<String, String> words = words(all, WORD);
    Party party = new Party(Carriers.real(words.get("NAME")), Carriers.real(words.get("IBAN")));
    Map<String, String> references = new LinkedHashMap<>(words);
    List.of("NAME", "IBAN", "BIC", "REMI").forEach(references::remove);
    return new SwiftInformation("", references, party, all.strip());
  }

  /** Values by the words before them, the first of several; without blanks and slashes around. */
  private static Map<String, String> words(String text, Pattern pattern) {
    Map<String, String> values = new LinkedHashMap<>();
    Matcher word = pattern.matcher(text);
    String name = null;
    int start = 0;
    int from = 0;
    while (word.find(from)) {
      if (name != null) {
        values.putIfAbsent(name, trimmed(text.substring(start, word.start())));
      }
      name = word.group(1);
      start = word.end();
      // The slash that ends one word may begin the next one.
      from = text.charAt(word.end() - 1) == '/' ? word.end() - 1 : word.end();
    }
    if (name != null) {
      values.putIfAbsent(name, trimmed(text.substring(Math.min(start, text.length()))));
    }
    return values;
  }

  private static String trimmed(String value) {
    return value.strip().replaceAll("/+$", "").strip();
  }
}
