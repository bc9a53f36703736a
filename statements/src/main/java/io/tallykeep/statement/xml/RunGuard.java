package io.tallykeep.statement.xml;

import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Ends a document with a run of characters without blanks or markup that no name or text may have:
 * a parser would hold it in memory before anybody could look at it.
 */
final class RunGuard extends FilterReader {
  private final int limit;
  private int run;

  RunGuard(Reader in, int limit) {
    super(in);
    this.limit = limit;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    int count = super.read(target, offset, length);
    for (int i = offset; i < offset + count; i++) {
      char c = target[i];
      if (c <= ' ' || c == '<' || c == '>') {
        run = 0;
      } else if (++run > limit) {
        throw new Refusal(
            FindingCode.LIMIT_FIELD, "A name or text of more than " + limit + " characters.");
      }
    }
    return count;
  }
}
