package io.tallykeep.statement.swift;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import java.util.List;

/**
 * One field of a message.
 *
 * @param tag without colons: {@code 61}, {@code 60F}
 * @param line the line it begins at
 * @param lines its content, one per line
 */
record SwiftField(String tag, long line, List<String> lines) {
  /** The first line. */
  String first() {
    return lines.get(0);
  }

  /** The content of a field that has one line. */
  String only() {
    if (lines.size() > 1) {
      throw refusal(FindingCode.SYNTAX, "Has more than one line.");
    }
    return first().stripTrailing();
  }

  Refusal refusal(FindingCode code, String detail) {
    return new Refusal(new Finding(code, line, ":" + tag + ":", detail));
  }
}
