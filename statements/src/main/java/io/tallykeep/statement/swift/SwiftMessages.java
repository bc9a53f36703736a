package io.tallykeep.statement.swift;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.text.TextLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits a file into fields: a raw one with statements one after the other, each optionally ended
 * by a line {@code -}, or messages in their blocks <code>{1:}{2:}{4:</code> to <code>-}</code>. Not
 * thread-safe.
 */
final class SwiftMessages {
  private static final Pattern TAG = Pattern.compile("^:([0-9A-Z]{2}[A-Z]?):(.*)$");
  private static final Pattern BLOCK = Pattern.compile("\\{(\\d):((?:[^{}]|\\{[^{}]*})*)}");
  private static final int MOST_LINES = 100;

  /** Takes what is found, in order. */
  interface Handler {
    /** A field. */
    void field(SwiftField field) throws IOException;

    /** A message ends. */
    void messageEnd(long line);
  }

  private final TextLines lines;
  private final int maxChars;
  private final Handler handler;
  private @Nullable String tag;
  private long tagLine;
  private int tagChars;
  private List<String> content = new ArrayList<>();
  private boolean inBlock;
  private boolean test;

  SwiftMessages(TextLines lines, int maxChars, Handler handler) {
    this.lines = lines;
    this.maxChars = maxChars;
    this.handler = handler;
  }

  /** Whether the message's sender is a test and training address. */
  boolean test() {
    return test;
  }

  void read() throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (line.startsWith("{")) {
        blocks(line);
      } else if (line.startsWith("-}")) {
        endBlock(line.substring(2));
      } else if (line.strip().equals("-")) {
        finishField();
        handler.messageEnd(lines.number());
      } else {
        text(line);
      }
    }
    if (inBlock) {
      throw refusal(FindingCode.TRUNCATED, "The file ends within a message's text block.");
    }
    finishField();
    handler.messageEnd(lines.number());
  }

  private void text(String line) throws IOException {
    Matcher matcher = TAG.matcher(line);
    if (matcher.matches()) {
      finishField();
      tag = matcher.group(1);
      tagLine = lines.number();
      content.add(matcher.group(2));
    } else if (tag != null) {
      content.add(line);
    } else if (!line.isBlank()) {
      throw refusal(
          FindingCode.SYNTAX, "A line outside of every field: " + Finding.quote(line) + ".");
    }
    tagChars += line.length();
    if (tagChars > maxChars || content.size() > MOST_LINES) {
      throw refusal(FindingCode.LIMIT_FIELD, "A field of more than " + maxChars + " characters.");
    }
  }

  private void finishField() throws IOException {
    String finished = tag;
    if (finished != null) {
      while (content.size() > 1 && content.get(content.size() - 1).isBlank()) {
        content.remove(content.size() - 1);
      }
      handler.field(new SwiftField(finished, tagLine, List.copyOf(content)));
    }
    tag = null;
    tagChars = 0;
    content = new ArrayList<>();
  }

  private void endBlock(String rest) throws IOException {
    if (!inBlock) {
      throw refusal(FindingCode.SYNTAX, "A text block ends that never began.");
    }
    finishField();
    inBlock = false;
    handler.messageEnd(lines.number());
    if (!rest.isBlank()) {
      blocks(rest);
    }
  }

  /** Header and trailer blocks in one line, and the beginning of a text block at its end. */
  private void blocks(String line) throws IOException {
    if (inBlock) {
      throw refusal(FindingCode.TRUNCATED, "A message begins within another one's text block.");
    }
    finishField();
    String rest = line.stripTrailing();
    boolean begins = rest.endsWith("{4:");
    if (begins) {
      rest = rest.substring(0, rest.length() - 3);
    }
    Matcher block = BLOCK.matcher(rest);
    int at = 0;
    while (block.find() && block.start() == at) {
      at = block.end();
      check(block.group(1), block.group(2));
    }
    if (at != rest.length()) {
      throw refusal(FindingCode.SYNTAX, "Blocks that can't be read: " + Finding.quote(rest) + ".");
    }
    inBlock = begins;
  }

  private void check(String number, String text) {
    switch (number) {
      // The eighth character of a test and training address is 0.
      case "1" -> test = text.length() > 10 && text.charAt(10) == '0';
      case "2" -> {
        if (!text.startsWith("940", 1)) {
          throw refusal(
              FindingCode.WRONG_MESSAGE, "The message is " + Finding.quote(text) + ", not MT940.");
        }
      }
      case "5" -> {
        if (text.contains("{TNG:")) {
          throw refusal(FindingCode.WRONG_MESSAGE, "A training message.");
        }
      }
      case "3" -> {}
      default -> throw refusal(FindingCode.SYNTAX, "Block " + number + " does not stand here.");
    }
  }

  private Refusal refusal(FindingCode code, String detail) {
    return new Refusal(new Finding(code, lines.number(), null, detail));
  }
}
