package io.tallykeep.verifier.lookup;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer as one JSON object, the same on the command line and over HTTP (docs/cli.md). */
public final class AnswerDocument {
  private AnswerDocument() {}

  /**
   * The object's fields in their order; values are texts, whole numbers, lists, maps and nulls.
   *
   * @param query what was asked; of an identity of two values the first is the consumer, and the
   *     last of any is the event id
   */
  public static Map<String, @Nullable Object> of(Query query, Adjudication adjudication) {
    List<String> identity = query.identity();
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("answer", adjudication.answer().kind().name());
    document.put("reason", adjudication.reason().orElse(null));
    document.put("consumer", identity.size() == 2 ? identity.get(0) : null);
    document.put("eventId", identity.get(identity.size() - 1));
    document.put("eventDay", adjudication.eventDay().map(LocalDate::toString).orElse(null));
    document.put("where", adjudication.where().name());
    Map<String, @Nullable Object> result = new LinkedHashMap<>();
    adjudication.result().forEach((column, value) -> result.put(column, value.orElse(null)));
    document.put("result", result);
    document.put("recordedHash", adjudication.recordedHash().orElse(null));
    document.put(
        "epoch", adjudication.epoch().isPresent() ? adjudication.epoch().getAsLong() : null);
    document.put("requests", adjudication.requests());
    document.put("dataset", query.dataset());
    document.put("identity", identity);
    document.put("server", adjudication.serverUuid().orElse(null));
    document.put(
        "state", adjudication.answer() instanceof Answer.InProgress live ? live.state() : null);
    return document;
  }
}
