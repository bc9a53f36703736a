package io.tallykeep.statement.reader;

import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import io.tallykeep.statement.bai.Bai2Format;
import io.tallykeep.statement.camt.CamtFormat;
import io.tallykeep.statement.csv.AdyenFormat;
import io.tallykeep.statement.csv.MappedCsvFormat;
import io.tallykeep.statement.csv.PaypalActivityFormat;
import io.tallykeep.statement.csv.PaypalSettlementFormat;
import io.tallykeep.statement.csv.StripeFormat;
import io.tallykeep.statement.swift.Mt940Format;
import java.io.IOException;

/** Reads a file of any format by the profile's name of it. Stateless. */
public final class StatementReader implements StatementFormat {
  @Override
  public GateVerdict read(StatementInput input, StatementProfile profile, StatementSink sink)
      throws IOException {
    return format(profile.format()).read(input, profile, sink);
  }

  /** The format of a name. */
  public static StatementFormat format(FormatName name) {
    return switch (name) {
      case CAMT -> new CamtFormat();
      case MT940 -> new Mt940Format();
      case BAI2 -> new Bai2Format();
      case STRIPE_BALANCE_CHANGE, STRIPE_PAYOUT_RECONCILIATION -> new StripeFormat();
      case ADYEN_SETTLEMENT -> new AdyenFormat();
      case PAYPAL_STL -> new PaypalSettlementFormat();
      case PAYPAL_ACTIVITY -> new PaypalActivityFormat();
      case GENERIC_CSV -> new MappedCsvFormat();
    };
  }
}
