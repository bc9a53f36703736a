package io.tallykeep.statement.csv;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import io.tallykeep.statement.gate.BoundedBytes;
import io.tallykeep.statement.gate.StatementGate;
import io.tallykeep.statement.text.StrictText;
import io.tallykeep.statement.text.TextEncoding;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * From a file's bytes to its records.
 *
 * @param encoding the encoding of a file without byte order mark
 * @param delimiter what stands between fields
 */
record CsvFile(Charset encoding, char delimiter) {
  /** UTF-8 and commas: what the providers' reports are. */
  static final CsvFile REPORT = new CsvFile(StandardCharsets.UTF_8, ',');

  /** A format's way through the records. */
  @FunctionalInterface
  interface Reading {
    void read(CsvRows rows, StatementGate gate) throws IOException;
  }

  /** What a format does with one record, whose number of fields it checks first. */
  @FunctionalInterface
  interface RowReading {
    void read(Cells cells);
  }

  /** Reads a file through a gate. */
  GateVerdict read(
      StatementInput input, StatementProfile profile, StatementSink sink, Reading reading)
      throws IOException {
    return StatementGate.run(
        profile,
        sink,
        gate -> {
          BoundedBytes bytes = BoundedBytes.of(input.bytes(), profile.limits());
          StrictText text = new StrictText(TextEncoding.decide(bytes, encoding), profile.limits());
          try (CsvRows rows = new CsvRows(text, delimiter, profile.limits().fieldChars())) {
            reading.read(rows, gate);
          }
        });
  }

  /**
   * Reads every record of a table. A record that can't be right is reported and the next one read,
   * so that a file's faults are told together.
   *
   * @return whether all were right
   */
  static boolean everyRow(CsvTable table, StatementGate gate, RowReading reading)
      throws IOException {
    boolean sound = true;
    for (Cells cells = table.next(); cells != null; cells = table.next()) {
      try {
        reading.read(cells);
      } catch (Refusal refusal) {
        sound = false;
        gate.report(refusal.finding());
      } catch (ArithmeticException e) {
        sound = false;
        gate.report(
            new Finding(
                FindingCode.AMOUNT_RANGE, cells.line(), null, "amounts whose sum is out of range"));
      }
    }
    return sound;
  }
}
