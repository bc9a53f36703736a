package io.tallykeep.demo.lab;

import io.tallykeep.sandbox.AnswerLoss;
import io.tallykeep.sandbox.FaultProxy;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;

/**
 * A provider commits, and its answer is lost. Known by a key the consumer chose before, the payment
 * can be found and tried again; known only by the receipt in the lost answer, it can't.
 */
final class ExternalCase implements LabCase {
  private static final String OPERATION = "op-001";
  private static final String CLIENT_KEY = "ck-op-001";

  private final boolean byClientKey;

  private ExternalCase(boolean byClientKey) {
    this.byClientKey = byClientKey;
  }

  /** The provider takes a key the client chose. */
  static ExternalCase byClientKey() {
    return new ExternalCase(true);
  }

  /** The provider can be asked by the receipt's id only. */
  static ExternalCase byReceiptId() {
    return new ExternalCase(false);
  }

  @Override
  public String name() {
    return byClientKey ? "external" : "receipt-id";
  }

  @Override
  public Protocol protocol() {
    return byClientKey ? Protocol.RIGHT : Protocol.WRONG;
  }

  @Override
  public String title() {
    return "A provider debits the account, and its answer is lost on the way; the payment is known "
        + (byClientKey
            ? "by a key chosen before the request."
            : "only by the receipt in the lost answer.");
  }

  @Override
  public void play(LabStage stage, Story story) throws IOException, SQLException {
    ProviderTables books = new ProviderTables(stage.newSchema(name() + "-provider")).create();
    story.figure("balanceBefore", books.balance(), 10_000L);
    try (LabProcess provider =
            stage.start(ProviderMain.class, Map.of(ProviderMain.schemaVariable(), books.schema()));
        FaultProxy network =
            FaultProxy.inFrontOf("127.0.0.1", Integer.parseInt(provider.await("PORT")))) {
      ExternalPayments payments =
          new ExternalPayments(stage.newSchema(name()), new ProviderClient(network.port()))
              .create();
      story.step("the intent " + OPERATION + " is committed as PROCESSING before any request");
      AnswerLoss loss = network.dropAnswersAfter("POST /payments");
      String path = byClientKey ? "/payments/" + CLIENT_KEY : "/payments";
      story.step(
          "pay 100 at the provider, process " + provider.pid() + "; its answer is cut off",
          payments.pay(OPERATION, path));
      story.figure("lostAnswers", loss.lostAnswers(), 1);
      recover(story, payments, new ProviderClient(network.port()));
      story.figure("status", payments.status(OPERATION), byClientKey ? "SUCCEEDED" : "UNKNOWN");
      story.figure("inboxRows", payments.rows(), 1L);
    }
    story.figure("requests", books.requests(), byClientKey ? 2L : 1L);
    story.figure("effects", books.debits(), 1L);
    story.figure("balance", books.balance(), 9_900L);
    tellWhatItMeans(story);
  }

  private void recover(Story story, ExternalPayments payments, ProviderClient provider)
      throws IOException, SQLException {
    if (byClientKey) {
      story.step(
          "the provider is asked by " + CLIENT_KEY,
          provider.find("/payments/" + CLIENT_KEY).isPresent() ? "FOUND" : "NOT_FOUND");
      story.step(
          "the same payment with the same key once more",
          payments.attempt(OPERATION, "/payments/" + CLIENT_KEY));
      story.expectStatuses("UNKNOWN", "FOUND", "SUCCEEDED");
      return;
    }
    String receipt = payments.receipt(OPERATION);
    story.step(
        "the provider can be asked by receipt id only, and the receipt was in the lost answer",
        receipt.isEmpty()
            ? "NOTHING_TO_ASK_BY"
            : provider.find("/receipts/" + receipt).isPresent() ? "FOUND" : "NOT_FOUND");
    story.step("the payment on record", payments.status(OPERATION));
    story.expectStatuses("UNKNOWN", "NOTHING_TO_ASK_BY", "UNKNOWN");
  }

  private void tellWhatItMeans(Story story) {
    story.meaning(
        byClientKey
            ? "two requests, one debit. UNKNOWN ended by evidence, because the key was chosen and"
                + " committed before the request, and the provider keeps it."
            : "debited, and nobody here can know it: a second request would debit again. It stays"
                + " UNKNOWN until a statement or a person decides it; an API that can be asked is"
                + " not enough.");
  }
}
