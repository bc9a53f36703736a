package io.tallykeep.service.http;

import io.tallykeep.service.ask.Asker;
import io.tallykeep.service.refusal.RefusalCode;
import io.tallykeep.service.refusal.RefusedException;
import io.tallykeep.service.settings.ClientLimits;
import io.tallykeep.service.traffic.LookupWorkers;
import io.tallykeep.verifier.lookup.Query;

/** {@code POST /v1/lookups}: one question, one answer. */
final class SingleLookup {
  private final HttpContext context;

  SingleLookup(HttpContext context) {
    this.context = context;
  }

  void handle(Exchange exchange, Asker asker) {
    ClientLimits limits = context.settings().clients();
    BodyReader.read(
        exchange, limits.lookupBytes(), limits.requestWithin(), body -> ask(exchange, asker, body));
  }

  private void ask(Exchange exchange, Asker asker, byte[] body) {
    Query query;
    try {
      query = context.reader().read(body);
    } catch (RefusedException e) {
      exchange.refuse(e.refusal());
      return;
    }
    switch (context.workers().offer(new Turn(exchange, asker, query))) {
      case TAKEN -> {}
      case RATE_LIMITED ->
          exchange.refuse(
              RefusalCode.RATE_LIMITED,
              "more than "
                  + context.settings().traffic().ratePerSecond()
                  + " look-ups a second (tallykeep.serve.rate-limit). Ask again later, or in"
                  + " batches, which wait for their turn.");
      case OVERLOADED -> overloaded(exchange);
    }
  }

  private void overloaded(Exchange exchange) {
    exchange.refuse(
        RefusalCode.OVERLOADED,
        "as many look-ups run and wait as may (tallykeep.serve.in-flight, queue, queue-wait). Ask"
            + " again later.");
  }

  /** One look-up when a worker is free. */
  private final class Turn implements LookupWorkers.Work {
    private final Exchange exchange;
    private final Asker asker;
    private final Query query;

    Turn(Exchange exchange, Asker asker, Query query) {
      this.exchange = exchange;
      this.asker = asker;
      this.query = query;
    }

    @Override
    public void run() {
      try {
        exchange.json(Documents.answer(query, context.desk().ask(asker, query)));
      } catch (RefusedException e) {
        exchange.refuse(e.refusal());
      } finally {
        // Only after a mistake of ours, which ends this thread and is logged.
        exchange.refuse(RefusalCode.INTERNAL_ERROR, "a mistake in Tallykeep; the log has it.");
      }
    }

    @Override
    public void tooLate() {
      overloaded(exchange);
    }
  }
}
