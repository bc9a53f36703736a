package io.tallykeep.statement.csv;

import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import java.io.IOException;

/**
 * PayPal's settlement report ({@code STL-yyyymmdd.*.CSV}): a statement per section and currency,
 * with balances, totals and counts in its footers. Needs {@link CsvReportOptions}, of which the
 * numbers are not used: amounts are unsigned minor units. A report of several files is read part by
 * part: declare {@link #MORE_PARTS} for all but the last. Stateless.
 */
public final class PaypalSettlementFormat implements StatementFormat {
  /** A declared fact, {@code true} where the report goes on in another file. */
  public static final String MORE_PARTS = "more-parts";

  @Override
  public GateVerdict read(StatementInput input, StatementProfile profile, StatementSink sink)
      throws IOException {
    return CsvFile.REPORT.read(
        input,
        profile,
        sink,
        (rows, gate) -> {
          CsvReportOptions options = profile.options(CsvReportOptions.class);
          boolean more = "true".equals(input.facts().values().get(MORE_PARTS));
          new StlReading(rows, gate, new StlContext(profile, options, more)).read();
        });
  }
}
