package io.tallykeep.statement.bai;

import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.Taken;

/** Hand-made BAI2 files. */
public final class Bai2File {
  static final StatementProfile STANDARD = profile(Bai2Options.STANDARD);

  /** Opens with 100.00, two credits of 25.00, a debit of 12.50, closes with 112.50. */
  public static final String PLAIN =
      """
      01,BANK,US,260306,0100,1,,,2/
      02,US,BANK,1,260305,2400,USD,2/
      03,0123456789,USD,010,10000,,,015,11250,,,100,2500,2,,400,1250,1,/
      16,165,2000,0,B-1,K-1,INVOICE 1, PART A/B
      88,SECOND LINE/
      16,195,500,V,260305,,B-2,,/
      16,475,1250,S,1250,0,0,B-3,CHECK 7/
      49,28750,6/
      98,28750,1,8/
      99,28750,1,10/
      """;

  private Bai2File() {}

  static StatementProfile profile(Bai2Options options) {
    return Taken.profile(FormatName.BAI2, options);
  }

  static Taken read(String text) {
    return read(STANDARD, text);
  }

  static Taken read(StatementProfile profile, String text) {
    return Taken.of(new Bai2Format(), profile, text);
  }
}
