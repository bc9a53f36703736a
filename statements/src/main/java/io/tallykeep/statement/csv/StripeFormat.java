package io.tallykeep.statement.csv;

import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import java.io.IOException;

/**
 * Stripe's itemised reports: balance change from activity ({@code
 * balance_change_from_activity.itemized.*}) and payout reconciliation ({@code
 * payout_reconciliation.itemized.*}). Needs {@link CsvReportOptions}; a metadata column that
 * carries our key must be declared there. Interval and totals are not in these files: declare what
 * the run asked for and what the summary report says, or the file covers nothing. Stateless.
 */
public final class StripeFormat implements StatementFormat {
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
          options.require(table.header(), StripeColumns.REQUIRED, StripeColumns::isKnown);
          new StripeReading(table, gate, profile).read(input.facts());
        });
  }
}
