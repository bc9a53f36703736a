package io.tallykeep.demo.lab;

import io.tallykeep.verifier.gate.GatePoint;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** A consumer is killed just before, or just after, its COMMIT, and the message comes again. */
final class CommitCase implements LabCase {
  private final GatePoint killedAt;

  private CommitCase(GatePoint killedAt) {
    this.killedAt = killedAt;
  }

  /** Nothing has been committed when it dies. */
  static CommitCase before() {
    return new CommitCase(GatePoint.BEFORE_COMMIT);
  }

  /** All has been committed, only the offset has not been saved. */
  static CommitCase after() {
    return new CommitCase(GatePoint.COMMITTED);
  }

  private boolean isBefore() {
    return killedAt == GatePoint.BEFORE_COMMIT;
  }

  @Override
  public String name() {
    return isBefore() ? "before-commit" : "after-commit";
  }

  @Override
  public Protocol protocol() {
    return Protocol.RIGHT;
  }

  @Override
  public String title() {
    return isBefore()
        ? "A consumer dies with its transaction open; the message comes again, and once more."
        : "A consumer dies after COMMIT, before its offset is saved; the same message comes again.";
  }

  @Override
  public void play(LabStage stage, Story story) throws IOException, SQLException {
    Delivery delivery = new Delivery("e-001", "op-001", 100);
    CreditTables tables = stage.newSchema(name()).createAccount(0);
    story.figure("balanceBefore", tables.balance(), 0L);
    GatedInbox inbox = stage.gatedInbox();
    Path offsetFile = stage.file(name() + ".offset");
    Topic topic = new Topic(offsetFile, List.of(delivery));
    try (LabProcess process =
        stage.start(
            ConsumerMain.class,
            ConsumerMain.withGate(name(), inbox, tables),
            ConsumerMain.arguments(ConsumerMain.Kind.GATED, killedAt.name(), delivery))) {
      process.await("AT " + killedAt.name());
      story.step(
          "+100 as e-001 up to " + killedAt + ", then " + process.kill(), seen(inbox, tables));
    }
    GatedConsumer consumer = new GatedConsumer(name(), inbox, tables, Points.NONE);
    story.step(
        "the consumer starts again at offset " + topic.offset() + " and polls",
        consumer.deliver(topic.poll().orElseThrow()));
    topic.advance();
    if (isBefore()) {
      story.step("e-001 is replayed", consumer.deliver(delivery));
      story.expectStatuses("ROLLED_BACK", "SUCCEEDED", "DUPLICATE");
    } else {
      story.expectStatuses("COMMITTED", "DUPLICATE");
    }
    story.figure("balance", tables.balance(), 100L);
    story.figure("inboxRows", inbox.rows(name()), 1L);
    story.figure("effects", tables.effects(), 1L);
    story.figure("offset", topic.offset(), 1);
    story.meaning(
        isBefore()
            ? "inbox row and effect went together, so the redelivery finds neither and applies it."
            : "inbox row and effect came together, so the redelivery finds the row, compares the"
                + " payload and answers with the first result.");
  }

  /** What is there when the killed process's transaction has ended on the server. */
  private String seen(GatedInbox inbox, CreditTables tables) throws SQLException {
    tables.awaitTransactionEnd();
    long rows = inbox.rows(name());
    long effects = tables.effects();
    if (rows == 0 && effects == 0) {
      return "ROLLED_BACK";
    }
    return rows == 1 && effects == 1 ? "COMMITTED" : "TORN";
  }
}
