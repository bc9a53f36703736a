package io.tallykeep.statement.csv;

import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.Limits;
import io.tallykeep.statement.StatementProfile;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class StripeFormatTest {
  static StatementProfile profile(FormatName format) {
    return new StatementProfile(
        "stripe",
        "acct_1",
        format,
        ZoneId.of("Europe/Amsterdam"),
        Exponents.ISO,
        CsvReportOptions.DEFAULT,
        Limits.DEFAULT);
  }

  @Test
  void plain() {
    Read read = read(Read.resource("stripe/plain.csv"));
    System.out.println(read.coverages());
    read.lines().forEach(System.out::println);
    read.entries()
        .forEach(e -> System.out.println(e.carriers() + " " + e.kind().rawType() + " " + e.text()));
    read = read(Read.resource("stripe/currencies.csv"));
    System.out.println(read.coverages());
    read.lines().forEach(System.out::println);
    read =
        Read.of(
            new StripeFormat(),
            profile(FormatName.STRIPE_PAYOUT_RECONCILIATION),
            Read.resource("stripe/payouts.csv"));
    System.out.println(read.coverages());
    read.lines().forEach(System.out::println);
  }

  private static Read read(String text) {
    return Read.of(new StripeFormat(), profile(FormatName.STRIPE_BALANCE_CHANGE), text);
  }
}
