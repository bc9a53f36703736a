package io.tallykeep.statement.text;

import io.tallykeep.statement.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file's lines, numbered from 1, each within the limit. Not thread-safe. */
public final class TextLines {
  private final BufferedReader reader;
  private long number;

  /** From the first line. */
  public TextLines(TextEncoding text, Limits limits) {
    this.reader = new BufferedReader(new StrictText(text, limits));
  }

  /** The next line without its end; null after the last one. */
  public @Nullable String next() throws IOException {
    String line = reader.readLine();
    number += line == null ? 0 : 1;
    return line;
  }

  /** The number of the line read last. */
  public long number() {
    return number;
  }
}
