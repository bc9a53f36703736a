package io.tallykeep.demo.lab;

import java.io.IOException;
import java.sql.SQLException;

/** The same identity with another amount: nothing changes, and it is kept for a person. */
final class ConflictCase implements LabCase {
  @Override
  public String name() {
    return "conflict";
  }

  @Override
  public Protocol protocol() {
    return Protocol.RIGHT;
  }

  @Override
  public String title() {
    return "+100 is applied; then +200 comes under the same identity.";
  }

  @Override
  public void play(LabStage stage, Story story) throws IOException, SQLException {
    CreditTables tables = stage.newSchema(name()).createAccount(0);
    story.figure("balanceBefore", tables.balance(), 0L);
    GatedInbox inbox = stage.gatedInbox();
    GatedConsumer consumer = new GatedConsumer(name(), inbox, tables, Points.NONE);
    story.step("+100 as e-001", consumer.deliver(new Delivery("e-001", "op-001", 100)));
    story.step("+200 as e-001", consumer.deliver(new Delivery("e-001", "op-001", 200)));
    story.expectStatuses("SUCCEEDED", "CONFLICT");
    story.figure("balance", tables.balance(), 100L);
    story.figure("inboxRows", inbox.rows(name()), 1L);
    story.figure("effects", tables.effects(), 1L);
    story.figure("conflictsKept", inbox.conflictsKept(name()), 1L);
    story.meaning(
        "another payload under a known identity is neither a duplicate nor new: nothing changes,"
            + " and both contents are kept for a person.");
  }
}
