package io.tallykeep.service.ask;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.service.refusal.Refusal;
import io.tallykeep.service.refusal.RefusalCode;
import io.tallykeep.service.refusal.RefusedException;
import io.tallykeep.verifier.lookup.IdentityPair;
import io.tallykeep.verifier.lookup.Query;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fields of one question as they are read, and the question they make. */
final class QueryFields {
  private static final int MOST_IDENTITY_VALUES = 16;
  private static final int LONGEST_NAME = 64;

  private final List<String> identity = new ArrayList<>();
  private @Nullable String dataset;
  private @Nullable String consumer;
  private @Nullable String eventId;
  private @Nullable String eventDay;
  private @Nullable String payloadHash;
  private boolean hasIdentity;

  /** Takes the value at which the parser stands. A null counts as a field that isn't there. */
  void read(String field, JsonParser parser) throws IOException, RefusedException {
    switch (field) {
      case "dataset" -> dataset = text(field, parser);
      case "consumer" -> consumer = text(field, parser);
      case "eventId" -> eventId = text(field, parser);
      case "eventDay" -> eventDay = text(field, parser);
      case "payloadHash" -> payloadHash = text(field, parser);
      case "identity" -> values(parser);
      default ->
          throw QueryReader.malformed(
              "unknown field '"
                  + shortened(field)
                  + "'. There are dataset, identity, consumer, eventId, eventDay, payloadHash.");
    }
  }

  private void values(JsonParser parser) throws IOException, RefusedException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw QueryReader.malformed("identity must be an array of texts.");
    }
    hasIdentity = true;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (identity.size() == MOST_IDENTITY_VALUES) {
        throw bad(
            RefusalCode.BAD_IDENTITY,
            "identity has more than " + MOST_IDENTITY_VALUES + " values.");
      }
      String value = text("identity", parser);
      if (value == null) {
        throw QueryReader.malformed("a value of identity is null: it must be a text.");
      }
      identity.add(value);
    }
  }

  /** A text, or null for null. A number is refused: 7 and "7" are different events to somebody. */
  private static @Nullable String text(String field, JsonParser parser)
      throws IOException, RefusedException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw QueryReader.malformed(field + " must be a text (in quotes).");
    }
    String text = parser.getText();
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw QueryReader.malformed(
          field + " holds half of a surrogate pair, which no column can hold.");
    }
    return text;
  }

  Query query(ServedDatasets datasets) throws RefusedException {
    Dataset asked = dataset(datasets);
    return new Query(asked.name(), identityOf(asked), day(), hash());
  }

  private Dataset dataset(ServedDatasets datasets) throws RefusedException {
    Collection<String> names = datasets.names();
    if (dataset == null && names.size() != 1) {
      throw bad(
          RefusalCode.DATASET_MISSING,
          "there are several datasets, " + names + ": say which in the field dataset.");
    }
    String name = dataset == null ? names.iterator().next() : dataset;
    Optional<Dataset> found = datasets.dataset(name);
    if (found.isEmpty()) {
      throw bad(
          RefusalCode.DATASET_UNKNOWN,
          "there is no dataset '" + shortened(name) + "'. There are " + names + ".");
    }
    return found.get();
  }

  private List<String> identityOf(Dataset asked) throws RefusedException {
    boolean pair = consumer != null || eventId != null;
    if (pair && hasIdentity) {
      throw bad(
          RefusalCode.BAD_IDENTITY, "give either consumer and eventId or identity, not both.");
    }
    if (consumer != null && eventId != null) {
      identity.add(consumer);
      identity.add(eventId);
    }
    int wanted = asked.identity().size();
    if (identity.size() != wanted || (pair && !IdentityPair.names(asked))) {
      throw bad(
          RefusalCode.BAD_IDENTITY,
          "dataset "
              + asked.name()
              + " has the identity "
              + asked.identity()
              + ": give consumer and eventId where it has two columns in that order, or identity"
              + " with "
              + wanted
              + " value(s) in their order.");
    }
    if (identity.contains("")) {
      throw bad(
          RefusalCode.BAD_IDENTITY,
          "a value of the identity " + asked.identity() + " is empty, which names no event.");
    }
    return identity;
  }

  private Optional<LocalDate> day() throws RefusedException {
    String text = eventDay;
    if (text == null) {
      return Optional.empty();
    }
    try {
      if (text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")) {
        return Optional.of(LocalDate.parse(text));
      }
    } catch (DateTimeException noSuchDay) {
      throw bad(RefusalCode.BAD_DAY, "eventDay " + text + " is not in the calendar.");
    }
    throw bad(RefusalCode.BAD_DAY, "eventDay must be a date, YYYY-MM-DD.");
  }

  private Optional<byte[]> hash() throws RefusedException {
    String hex = payloadHash;
    if (hex == null) {
      return Optional.empty();
    }
    if (!hex.matches("([0-9a-fA-F]{2})+")) {
      throw bad(RefusalCode.BAD_HASH, "payloadHash is not an even number of hexadecimal digits.");
    }
    return Optional.of(HexFormat.of().parseHex(hex));
  }

  private static RefusedException bad(RefusalCode code, String detail) {
    return new Refusal(code, detail).exception();
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "…";
  }
}
