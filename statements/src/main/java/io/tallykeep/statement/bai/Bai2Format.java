package io.tallykeep.statement.bai;

import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import io.tallykeep.statement.gate.BoundedBytes;
import io.tallykeep.statement.gate.StatementGate;
import io.tallykeep.statement.text.TextEncoding;
import io.tallykeep.statement.text.TextLines;
import java.io.IOException;

/** Reads one BAI2 file, as {@link Bai2Options} declare. Each account of a group is a statement. */
public final class Bai2Format implements StatementFormat {
  @Override
  public GateVerdict read(StatementInput input, StatementProfile profile, StatementSink sink)
      throws IOException {
    return StatementGate.run(profile, sink, gate -> records(input, profile, gate));
  }

  private static void records(StatementInput input, StatementProfile profile, StatementGate gate)
      throws IOException {
    Bai2Options options = profile.options(Bai2Options.class);
    TextLines lines =
        new TextLines(
            TextEncoding.decide(
                BoundedBytes.of(input.bytes(), profile.limits()), options.encoding()),
            profile.limits());
    BaiFile file = new BaiFile(profile, options, gate);
    new BaiRecords(lines, profile.limits().fieldChars(), file::record).read();
    file.end(lines.number());
  }
}
