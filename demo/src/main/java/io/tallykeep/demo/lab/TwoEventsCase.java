package io.tallykeep.demo.lab;

import java.io.IOException;
import java.sql.SQLException;

/** Two events, one intent: the operation's key decides. */
final class TwoEventsCase implements LabCase {
  @Override
  public String name() {
    return "two-events";
  }

  @Override
  public Protocol protocol() {
    return Protocol.RIGHT;
  }

  @Override
  public String title() {
    return "A user tries again: another event, the same operation.";
  }

  @Override
  public void play(LabStage stage, Story story) throws IOException, SQLException {
    CreditTables tables = stage.newSchema(name()).createAccount(0);
    story.figure("balanceBefore", tables.balance(), 0L);
    GatedInbox inbox = stage.gatedInbox();
    GatedConsumer consumer = new GatedConsumer(name(), inbox, tables, Points.NONE);
    story.step("+100 as e-001 for op-001", consumer.deliver(new Delivery("e-001", "op-001", 100)));
    story.step("+100 as e-002 for op-001", consumer.deliver(new Delivery("e-002", "op-001", 100)));
    story.expectStatuses("SUCCEEDED", "DUPLICATE");
    story.figure("balance", tables.balance(), 100L);
    story.figure("inboxRows", inbox.rows(name()), 2L);
    story.figure("operations", inbox.operations(name()), 1L);
    story.figure("effects", tables.effects(), 1L);
    story.meaning(
        "the inbox knows events, not intents: both rows are right. What keeps the money from moving"
            + " twice is the operation's own key, in the same transaction.");
  }
}
