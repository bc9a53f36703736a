package io.tallykeep.statement.csv;

import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import java.io.IOException;
import java.util.Set;

/**
 * A CSV file as a {@link CsvMapping} declares it: a statement per currency. It covers a period only
 * where one is declared for the file and a sum, in the file or declared, agrees. Stateless.
 */
public final class MappedCsvFormat implements StatementFormat {
  @Override
  public GateVerdict read(StatementInput input, StatementProfile profile, StatementSink sink)
      throws IOException {
    if (!(profile.options() instanceof CsvMapping mapping)) {
      return CsvFile.REPORT.read(
          input, profile, sink, (rows, gate) -> profile.options(CsvMapping.class));
    }
    return new CsvFile(mapping.encoding(), mapping.delimiter())
        .read(
            input,
            profile,
            sink,
            (rows, gate) -> {
              CsvTable table = new CsvTable(rows, mapping.amounts().numbers(), profile.exponents());
              table.header().require(mapping.columns(), mapping.ignored()::contains);
              new MappedReading(table, gate, new MappedContext(profile, mapping, "csv", Set.of()))
                  .read(input.facts());
            });
  }
}
