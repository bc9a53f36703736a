package io.tallykeep.statement.bai;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One logical record: a line and the {@code 88} lines that continue it. Fields are separated by
 * commas; a slash ends the fields. In a transaction ({@code 16}) everything after its references is
 * text, in which commas and slashes mean nothing.
 */
final class BaiRecord {
  private final String code;
  private final long line;
  private final List<String> lines = new ArrayList<>();

  BaiRecord(String code, long line, String content) {
    this.code = code;
    this.line = line;
    lines.add(content);
  }

  String code() {
    return code;
  }

  long line() {
    return line;
  }

  /** Number of lines it takes. */
  int lineCount() {
    return lines.size();
  }

  void continued(String content) {
    lines.add(content);
  }

  /** Characters in it. */
  int length() {
    return lines.stream().mapToInt(String::length).sum();
  }

  /** Its fields, with those of the lines that continue it; all lines end with a slash. */
  BaiFields fields() {
    List<String> fields = new ArrayList<>();
    for (String each : lines) {
      String content = each.stripTrailing();
      if (!content.endsWith("/")) {
        throw refusal(FindingCode.SYNTAX, null, "A line of it does not end with a slash.");
      }
      String inner = content.substring(0, content.length() - 1);
      if (inner.contains("/")) {
        throw refusal(FindingCode.SYNTAX, null, "A slash stands within its fields.");
      }
      fields.addAll(List.of(inner.split(",", -1)));
    }
    return new BaiFields(this, fields, "");
  }

  /**
   * The fields of a transaction up to its text.
   *
   * @param before how many fields stand before the text, given those before it
   */
  BaiFields withText(ToIntFunction<List<String>> before) {
    List<String> fields = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    boolean inText = false;
    for (String each : lines) {
      String rest = each.stripTrailing();
      while (!inText) {
        int comma = rest.indexOf(',');
        boolean ends = comma < 0;
        String field = ends ? rest : rest.substring(0, comma);
        if (ends && field.endsWith("/")) {
          field = field.substring(0, field.length() - 1);
        }
        if (field.contains("/")) {
          throw refusal(FindingCode.SYNTAX, null, "A slash stands within its fields.");
        }
        fields.add(field.strip());
        rest = ends ? "" : rest.substring(comma + 1);
        inText = fields.size() >= before.applyAsInt(fields);
        if (ends) {
          break;
        }
      }
      if (inText && !rest.isEmpty()) {
        text.append(text.length() == 0 ? "" : "\n").append(withoutSlash(rest));
      }
    }
    if (!inText && (lines.size() > 1 || fields.size() < 2)) {
      throw refusal(FindingCode.SYNTAX, null, "It has too few fields.");
    }
    return new BaiFields(this, fields, text.toString().strip());
  }

  /** One slash at the end of a line ends the text; it is not part of it. */
  private static String withoutSlash(String text) {
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  Refusal refusal(FindingCode findingCode, @Nullable String field, String detail) {
    return new Refusal(
        new Finding(findingCode, line, code + (field == null ? "" : " " + field), detail));
  }
}
