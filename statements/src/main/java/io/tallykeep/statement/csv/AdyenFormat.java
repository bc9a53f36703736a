package io.tallykeep.statement.csv;

import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import java.io.IOException;

/**
 * Adyen's settlement details report: one merchant account, one batch, a statement per net currency.
 * Needs {@link CsvReportOptions}. The batch's control total is that all net amounts, the payout
 * among them, make zero. It states no period: declare one, or the file covers nothing. Stateless.
 */
public final class AdyenFormat implements StatementFormat {
  @Override
  public GateVerdict read(StatementInput input, StatementProfile profile, StatementSink sink)
      throws IOException {
    return CsvFile.REPORT.read(
        input,
        profile,
        sink,
        (rows, gate) -> {
          CsvReportOptions options = profile.options(CsvReportOptions.class);
          CsvTable table = new CsvTable(rows, options.numbers(), profile.exponents());
          options.require(table.header(), AdyenColumns.REQUIRED, AdyenColumns::isKnown);
          new AdyenReading(table, gate, profile).read(input.facts());
        });
  }
}
