package io.tallykeep.statement.csv;

import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementFlag;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import io.tallykeep.statement.gate.StatementGate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * PayPal's activity download. Needs {@link PaypalActivityOptions}. It states no totals and no
 * period and leaves out what its filters leave out, so that it never covers anything. Stateless.
 */
public final class PaypalActivityFormat implements StatementFormat {
  @Override
  public GateVerdict read(StatementInput input, StatementProfile profile, StatementSink sink)
      throws IOException {
    return CsvFile.REPORT.read(
        input,
        profile,
        sink,
        (rows, gate) -> {
          PaypalActivityOptions options = profile.options(PaypalActivityOptions.class);
          CsvTable table = new CsvTable(rows, options.numbers(), profile.exponents());
          read(table, gate, profile, options, input);
        });
  }

  private static void read(
      CsvTable table,
      StatementGate gate,
      StatementProfile profile,
      PaypalActivityOptions options,
      StatementInput input)
      throws IOException {
    CsvMapping mapping = mapping(table.header(), options);
    Map<String, String> english = new HashMap<>();
    options.columns().forEach((name, written) -> english.put(written, name));
    table
        .header()
        .require(
            mapping.columns(),
            name ->
                PaypalActivityColumns.isIgnored(english.getOrDefault(name, name))
                    || options.extraColumns().contains(name));
    new MappedReading(
            table,
            gate,
            new MappedContext(profile, mapping, "paypal activity", Set.of(StatementFlag.ADVICE)))
        .read(input.facts());
  }

  private static CsvMapping mapping(CsvHeader header, PaypalActivityOptions options) {
    Names names = new Names(header, options.columns());
    List<CsvKinds.StatusColumn> statuses = new ArrayList<>();
    statuses.add(
        new CsvKinds.StatusColumn(
            names.of(PaypalActivityColumns.STATUS),
            PaypalActivityColumns.statuses(options.statuses())));
    String impact = names.ifThere(PaypalActivityColumns.IMPACT);
    if (impact != null) {
      statuses.add(new CsvKinds.StatusColumn(impact, PaypalActivityColumns.IMPACTS));
    }
    return new CsvMapping(
        CsvFile.REPORT.encoding(),
        CsvFile.REPORT.delimiter(),
        new CsvAmounts(
            options.numbers(),
            CsvAmounts.Unit.MAJOR,
            new CsvAmounts.CurrencySource.Column(names.of("Currency")),
            new CsvAmounts.SignRule.Signed(names.of("Net")),
            names.of("Gross"),
            null,
            names.of("Fee")),
        new CsvTimes(
            names.of("Date"),
            names.of("Time"),
            options.datePattern() + " HH:mm:ss",
            names.of(PaypalActivityColumns.TIME_ZONE),
            null,
            null),
        new CsvKinds(
            names.of(PaypalActivityColumns.TYPE),
            PaypalActivityColumns.types(options.types()),
            statuses,
            null),
        references(names),
        options.balance() == null
            ? CsvChecks.NONE
            : new CsvChecks(
                null,
                new CsvChecks.RunningBalance(
                    names.of(PaypalActivityColumns.BALANCE), options.balance())),
        Set.of());
  }

  private static CsvReferences references(Names names) {
    List<String> carriers = new ArrayList<>();
    for (String name : PaypalActivityColumns.REFERENCES) {
      String written = names.ifThere(name);
      if (written != null) {
        carriers.add(written);
      }
    }
    return new CsvReferences(
        names.of("Transaction ID"),
        carriers,
        null,
        names.ifThere("Name"),
        names.ifThere("From Email Address"),
        names.ifThere("Subject"));
  }

  /** This file's names of columns. */
  private record Names(CsvHeader header, Map<String, String> written) {
    String of(String english) {
      return written.getOrDefault(english, english);
    }

    @Nullable String ifThere(String english) {
      String name = of(english);
      return header.has(name) ? name : null;
    }
  }
}
