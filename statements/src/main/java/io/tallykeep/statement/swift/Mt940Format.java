package io.tallykeep.statement.swift;

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

/** Reads MT940 files of any number of statements, as {@link Mt940Options} declare. */
public final class Mt940Format implements StatementFormat {
  @Override
  public GateVerdict read(StatementInput input, StatementProfile profile, StatementSink sink)
      throws IOException {
    return StatementGate.run(profile, sink, gate -> messages(input, profile, gate));
  }

  private static void messages(StatementInput input, StatementProfile profile, StatementGate gate)
      throws IOException {
    Mt940Options options = profile.options(Mt940Options.class);
    TextLines lines =
        new TextLines(
            TextEncoding.decide(
                BoundedBytes.of(input.bytes(), profile.limits()), options.encoding()),
            profile.limits());
    Mt940Statements statements = new Mt940Statements(profile, options, gate);
    SwiftMessages messages = new SwiftMessages(lines, profile.limits().fieldChars(), statements);
    statements.source(messages);
    messages.read();
  }
}
