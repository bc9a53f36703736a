package io.tallykeep.statement.swift;

import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.Taken;
import io.tallykeep.statement.swift.Mt940Options.BalanceDates;
import io.tallykeep.statement.swift.Mt940Options.Information;
import io.tallykeep.statement.swift.Mt940Options.MonthEnds;
import io.tallykeep.statement.swift.Mt940Options.Numbering;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/** Hand-made MT940 files. */
public final class Mt940File {
  static final StatementProfile STANDARD =
      profile(Numbering.GAP_FREE, BalanceDates.OPENING_IS_DAY_BEFORE, Information.FREE_TEXT);

  /** Two credits, one debit, one reversal of a credit. */
  public static final String PLAIN =
      statement(
          "7",
          "60F:C260304EUR100,00",
          "62F:C260305EUR105,50",
          """
          :61:2603050305C20,NTRFK-1//B-1
          :86:Invoice 1
          second line
          :61:2603050305CR5,NTRFNONREF//B-2
          :61:2603050305D7,00NCHGNONREF//B-3
          :61:2603050305RC12,50NTRFK-1//B-4
          """);

  private Mt940File() {}

  static StatementProfile profile(
      Numbering numbering, BalanceDates dates, Information information) {
    return profile(
        new Mt940Options(
            StandardCharsets.UTF_8,
            Set.of(),
            numbering,
            dates,
            MonthEnds.CALENDAR,
            information,
            Map.of(),
            Set.of(),
            Set.of()));
  }

  static StatementProfile profile(Mt940Options options) {
    return Taken.profile(FormatName.MT940, options);
  }

  static Taken read(String text) {
    return read(STANDARD, text);
  }

  static Taken read(StatementProfile profile, String text) {
    return Taken.of(new Mt940Format(), profile, text);
  }

  static String statement(String number, String opening, String closing, String lines) {
    return ":20:STARTUMS\n:25:BANKNL2A/0123456789\n:28C:%s\n:%s\n%s:%s\n:86:Of the statement\n-\n"
        .formatted(number, opening, lines, closing);
  }
}
