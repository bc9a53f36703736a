package io.tallykeep.demo.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** The offset before the transaction: a crash in between loses the message. */
final class OffsetFirstCase implements LabCase {
  @Override
  public String name() {
    return "offset-first";
  }

  @Override
  public Protocol protocol() {
    return Protocol.WRONG;
  }

  @Override
  public String title() {
    return "A consumer saves its offset, and dies before it applies the message.";
  }

  @Override
  public void play(LabStage stage, Story story) throws IOException, SQLException {
    Delivery delivery = new Delivery("e-001", "op-001", 100);
    CreditTables tables = stage.newSchema(name()).createInbox().createAccount(0);
    story.figure("balanceBefore", tables.balance(), 0L);
    Path offsetFile = stage.file(name() + ".offset");
    Topic topic = new Topic(offsetFile, List.of(delivery));
    try (LabProcess process =
        stage.start(
            ConsumerMain.class,
            ConsumerMain.withOffset(tables, offsetFile),
            ConsumerMain.arguments(
                ConsumerMain.Kind.OFFSET_FIRST, OffsetFirst.OFFSET_SAVED, delivery))) {
      process.await("AT " + OffsetFirst.OFFSET_SAVED);
      String end = process.kill();
      story.step(
          "+100 as e-001: offset saved, then " + end,
          tables.effects() == 0 ? "NO_EFFECT" : "EFFECT");
    }
    story.step(
        "the consumer starts again and polls",
        topic.poll().isEmpty() ? "NOTHING_TO_DELIVER" : "DELIVERED");
    story.expectStatuses("NO_EFFECT", "NOTHING_TO_DELIVER");
    story.figure("offset", topic.offset(), 1);
    story.figure("balance", tables.balance(), 0L);
    story.figure("inboxRows", tables.inboxRows(), 0L);
    story.figure("effects", tables.effects(), 0L);
    story.meaning("the message is lost for good. The offset is saved after COMMIT, never before.");
  }
}
