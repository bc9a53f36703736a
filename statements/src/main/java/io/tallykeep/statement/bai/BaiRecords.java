package io.tallykeep.statement.bai;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.text.TextLines;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Joins lines to records and hands each over once it is complete. Not thread-safe. */
final class BaiRecords {
  private static final Set<String> CODES = Set.of("01", "02", "03", "16", "49", "98", "99");

  private final TextLines lines;
  private final int maxChars;
  private final Consumer<BaiRecord> handler;
  private @Nullable BaiRecord open;

  BaiRecords(TextLines lines, int maxChars, Consumer<BaiRecord> handler) {
    this.lines = lines;
    this.maxChars = maxChars;
    this.handler = handler;
  }

  void read() throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (line.isBlank()) {
        continue;
      }
      if (line.startsWith("88")) {
        continued(line.substring(line.startsWith("88,") ? 3 : 2));
      } else {
        begin(line);
      }
    }
    finish();
  }

  private void begin(String line) {
    finish();
    String code = line.length() < 3 ? line : line.substring(0, 2);
    if (line.length() < 3 || line.charAt(2) != ',' || !CODES.contains(code)) {
      throw new Refusal(
          new Finding(
              FindingCode.SYNTAX,
              lines.number(),
              null,
              Finding.quote(line) + " is no record of BAI2."));
    }
    open = new BaiRecord(code, lines.number(), line.substring(3));
  }

  private void continued(String content) {
    BaiRecord record = open;
    if (record == null) {
      throw new Refusal(
          new Finding(FindingCode.SYNTAX, lines.number(), "88", "Continues no record."));
    }
    record.continued(content);
    if (record.length() > maxChars || record.lineCount() > 1000) {
      throw record.refusal(
          FindingCode.LIMIT_FIELD, null, "It has more than " + maxChars + " characters.");
    }
  }

  private void finish() {
    if (open != null) {
      handler.accept(open);
    }
    open = null;
  }
}
