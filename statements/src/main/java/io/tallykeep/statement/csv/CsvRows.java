package io.tallykeep.statement.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The records of a file, one after the other. An unclosed quote, anything after a closing one, a
 * blank line between records, a field or record above its limit is a {@link Refusal}. How many
 * fields a record must have is the reader's to say. For one thread.
 */
final class CsvRows implements Closeable {
  private static final int MAX_FIELDS = 512;

  private final CsvReader<CsvRow> reader;
  private final CloseableIterator<CsvRow> rows;
  private long lastLine;
  private long blankLine;

  CsvRows(Reader text, char delimiter, int maxFieldLength) {
    RowHandler handler = new RowHandler(maxFieldLength);
    this.reader =
        CsvReader.builder()
            .fieldSeparator(delimiter)
            .quoteCharacter('"')
            .skipEmptyLines(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowExtraCharsAfterClosingQuote(false)
            .allowUnclosedQuote(false)
            .trimWhitespacesAroundQuotes(false)
            .maxBufferSize(Math.max(64 * 1024, maxFieldLength * 4))
            .build(handler, text);
    this.rows = reader.iterator();
  }

  /**
   * The next record, or null after the last one.
   *
   * @throws Refusal if the file's text is not well-formed here
   * @throws IOException if the file can't be read
   */
  @Nullable CsvRow next() throws IOException {
    CsvRow row = step();
    while (row != null && row.width() == 0) {
      blankLine = row.line();
      row = step();
    }
    if (row != null && blankLine > 0) {
      throw refusal(FindingCode.SYNTAX, blankLine, "a blank line stands between records");
    }
    return row;
  }

  private @Nullable CsvRow step() throws IOException {
    try {
      if (!rows.hasNext()) {
        return null;
      }
      CsvRow row = rows.next();
      lastLine = row.line();
      return row;
    } catch (CsvParseException e) {
      if (e.getCause() instanceof Refusal refusal) {
        throw refusal;
      }
      throw refusal(FindingCode.SYNTAX, lastLine + 1, String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Refusal refusal(FindingCode code, long line, String detail) {
    return new Refusal(new Finding(code, line, null, detail));
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** Collects one record's fields, within limits. */
  private static final class RowHandler extends AbstractBaseCsvCallbackHandler<CsvRow> {
    private final int maxFieldLength;
    private String[] fields = new String[32];

    private RowHandler(int maxFieldLength) {
      this.maxFieldLength = maxFieldLength;
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int length, boolean quoted) {
      if (index >= MAX_FIELDS) {
        throw refusal(
            FindingCode.LIMIT_FIELD,
            getStartingLineNumber(),
            "more than " + MAX_FIELDS + " fields");
      }
      if (length > maxFieldLength) {
        throw refusal(
            FindingCode.LIMIT_FIELD,
            getStartingLineNumber(),
            "field " + (index + 1) + " has more than " + maxFieldLength + " characters");
      }
      if (index == fields.length) {
        fields = Arrays.copyOf(fields, index * 2);
      }
      fields[index] = new String(buffer, offset, length);
    }

    @Override
    protected CsvRow buildRecord() {
      int width = getRecordType() == RecordType.EMPTY ? 0 : getFieldCount();
      return new CsvRow(getStartingLineNumber(), Arrays.copyOf(fields, width));
    }
  }
}
