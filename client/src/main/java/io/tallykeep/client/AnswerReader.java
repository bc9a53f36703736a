package io.tallykeep.client;

import io.tallykeep.client.LookupAnswer.Origin;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads an answer document against the question it must be about. Every field of the contract must
 * be there (docs/service.md); further ones are left alone. What does not fit together is no answer.
 */
final class AnswerReader {
  private static final List<String> FIELDS =
      List.of(
          "answer",
          "reason",
          "dataset",
          "identity",
          "consumer",
          "eventId",
          "eventDay",
          "where",
          "result",
          "recordedHash",
          "state",
          "epoch",
          "server",
          "requests");
  private static final Pattern REASON =
      Pattern.compile("([A-Z][A-Z0-9_]*)(?:: (.*))?", Pattern.DOTALL);
  private static final Pattern HEX = Pattern.compile("([0-9a-f]{2})+");

  private AnswerReader() {}

  /**
   * @throws NoAnswerException NOT_UNDERSTOOD or WRONG_ECHO
   */
  static LookupAnswer read(JsonObject document, LookupRequest asked) throws NoAnswerException {
    for (String field : FIELDS) {
      if (!document.has(field)) {
        throw JsonObject.notUnderstood("its field " + field + " is missing");
      }
    }
    AnswerKind kind = kind(document);
    requireEcho(document, asked, kind);
    LookupAnswer answer =
        switch (kind) {
          case UNSEEN -> unseen(document);
          case DUPLICATE -> duplicate(document, asked);
          case CONFLICT -> conflict(document, asked);
          case IN_PROGRESS -> inProgress(document);
          case BEYOND_WINDOW -> new LookupAnswer.BeyondWindow();
          case UNDECIDABLE -> undecidable(document);
        };
    if (kind != AnswerKind.UNDECIDABLE && document.text("reason").isPresent()) {
      throw JsonObject.notUnderstood("it says " + kind + " and a reason why it can't be said");
    }
    if (kind != AnswerKind.IN_PROGRESS && document.text("state").isPresent()) {
      throw JsonObject.notUnderstood("it says " + kind + " and the state of a row in progress");
    }
    return answer;
  }

  private static AnswerKind kind(JsonObject document) throws NoAnswerException {
    String name = document.text("answer").orElse("");
    for (AnswerKind kind : AnswerKind.values()) {
      if (kind.name().equals(name)) {
        return kind;
      }
    }
    throw JsonObject.notUnderstood("it says neither UNSEEN nor any other answer there is");
  }

  private static void requireEcho(JsonObject document, LookupRequest asked, AnswerKind kind)
      throws NoAnswerException {
    List<String> identity = asked.identity();
    boolean sameIdentity =
        document.texts("identity").equals(Optional.of(identity))
            && document.text("eventId").equals(Optional.of(identity.get(identity.size() - 1)))
            && (identity.size() != 2
                || document.text("consumer").equals(Optional.of(identity.get(0))));
    boolean sameDataset =
        asked.dataset().isEmpty() || document.text("dataset").equals(asked.dataset());
    if (!sameIdentity || !sameDataset) {
      throw wrongEcho("another event", asked);
    }
    Optional<LocalDate> day = day(document);
    boolean sameDay =
        day.isPresent() && (asked.eventDay().isEmpty() || day.equals(asked.eventDay()));
    if (!sameDay && kind != AnswerKind.UNDECIDABLE) {
      throw wrongEcho("another day", asked);
    }
  }

  private static NoAnswerException wrongEcho(String what, LookupRequest asked) {
    return new NoAnswerException(
        NoAnswer.WRONG_ECHO,
        "The answer is about "
            + what
            + " than the one asked for, "
            + asked.identity()
            + asked.eventDay().map(day -> " of " + day).orElse("")
            + ". Look at what stands between client and service.");
  }

  private static Optional<LocalDate> day(JsonObject document) throws NoAnswerException {
    Optional<String> text = document.text("eventDay");
    try {
      return text.map(LocalDate::parse);
    } catch (DateTimeException e) {
      throw JsonObject.notUnderstood("its eventDay is no day");
    }
  }

  private static LookupAnswer unseen(JsonObject document) throws NoAnswerException {
    Optional<Long> epoch = document.number("epoch");
    if (epoch.isEmpty() || epoch.get() <= 0) {
      throw JsonObject.notUnderstood("it says UNSEEN without an epoch");
    }
    if (!document.text("where").equals(Optional.of("NONE"))
        || document.text("recordedHash").isPresent()
        || !document.object("result").map(JsonObject::isEmpty).orElse(true)) {
      throw JsonObject.notUnderstood("it says UNSEEN and where a row was found");
    }
    if (document.number("requests").isEmpty()) {
      throw JsonObject.notUnderstood("it says UNSEEN without the number of its requests");
    }
    Optional<String> server = document.text("server");
    if (server.isEmpty() || server.get().isEmpty()) {
      throw JsonObject.notUnderstood("it says UNSEEN without the database server that said so");
    }
    return new LookupAnswer.Unseen(epoch.get(), server.get());
  }

  private static LookupAnswer duplicate(JsonObject document, LookupRequest asked)
      throws NoAnswerException {
    Optional<JsonObject> result = document.object("result");
    if (result.isEmpty()) {
      throw JsonObject.notUnderstood("it says DUPLICATE without a result");
    }
    Optional<String> recorded = document.text("recordedHash");
    Optional<String> wanted = asked.payloadHash().map(AnswerReader::lowerCase);
    if (wanted.isPresent() && !recorded.equals(wanted)) {
      throw JsonObject.notUnderstood("it says DUPLICATE but not with the payload hash asked for");
    }
    return new LookupAnswer.Duplicate(result.get().allTexts());
  }

  private static LookupAnswer conflict(JsonObject document, LookupRequest asked)
      throws NoAnswerException {
    Optional<String> recorded = document.text("recordedHash");
    if (recorded.isEmpty() || !HEX.matcher(recorded.get()).matches()) {
      throw JsonObject.notUnderstood("it says CONFLICT without the hash on record");
    }
    if (asked.payloadHash().isEmpty()
        || recorded.equals(asked.payloadHash().map(AnswerReader::lowerCase))) {
      throw JsonObject.notUnderstood("it says CONFLICT where none can be");
    }
    return new LookupAnswer.Conflict(recorded.get());
  }

  private static LookupAnswer inProgress(JsonObject document) throws NoAnswerException {
    Optional<String> state = document.text("state");
    if (state.isEmpty()) {
      throw JsonObject.notUnderstood("it says IN_PROGRESS without a state");
    }
    return new LookupAnswer.InProgress(state.get());
  }

  private static LookupAnswer undecidable(JsonObject document) throws NoAnswerException {
    Matcher reason = REASON.matcher(document.text("reason").orElse(""));
    if (!reason.matches()) {
      throw JsonObject.notUnderstood("it says UNDECIDABLE without a reason");
    }
    return new LookupAnswer.Undecidable(
        Origin.SERVICE, reason.group(1), reason.group(2) == null ? "" : reason.group(2));
  }

  private static String lowerCase(String hex) {
    return hex.toLowerCase(Locale.ROOT);
  }
}
