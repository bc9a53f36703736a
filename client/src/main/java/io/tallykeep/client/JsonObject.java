package io.tallykeep.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object, read strictly: UTF-8, no field twice, nothing after it. Fields keep their types:
 * a number is no text and a fraction no number.
 */
final class JsonObject {
  private static final int DEEPEST = 8;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(DEEPEST).maxNumberLength(40).build())
          .build();

  private final Map<String, @Nullable Object> fields;

  private JsonObject(Map<String, @Nullable Object> fields) {
    this.fields = fields;
  }

  /**
   * @throws NoAnswerException NOT_UNDERSTOOD, if the bytes are anything else than one object
   */
  static JsonObject parse(byte[] document) throws NoAnswerException {
    try (JsonParser parser = FACTORY.createParser(text(document))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw notUnderstood("it is no JSON object");
      }
      Map<String, @Nullable Object> fields = object(parser);
      if (parser.nextToken() != null) {
        throw notUnderstood("something follows the JSON object");
      }
      return new JsonObject(fields);
    } catch (IOException e) {
      throw notUnderstood("it is no JSON object");
    }
  }

  private static String text(byte[] document) throws IOException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT)
        .decode(ByteBuffer.wrap(document))
        .toString();
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, value(parser));
    }
    return fields;
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> list(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? parser.getBigIntegerValue()
              : (Object) parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static List<@Nullable Object> list(JsonParser parser) throws IOException {
    List<@Nullable Object> values = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      values.add(value(parser));
    }
    return values;
  }

  boolean isEmpty() {
    return fields.isEmpty();
  }

  boolean has(String field) {
    return fields.containsKey(field);
  }

  /** The field's text; empty if it is null or missing. */
  Optional<String> text(String field) throws NoAnswerException {
    return optional(field, String.class);
  }

  /** The field's integer; empty if it is null or missing. */
  Optional<Long> number(String field) throws NoAnswerException {
    return optional(field, Long.class);
  }

  boolean isTrue(String field) {
    return Boolean.TRUE.equals(fields.get(field));
  }

  /** The field's object; empty if it is null or missing. */
  Optional<JsonObject> object(String field) throws NoAnswerException {
    return optional(field, Map.class).map(JsonObject::nested);
  }

  /** The field's texts; empty if it is null or missing. */
  Optional<List<String>> texts(String field) throws NoAnswerException {
    Optional<List<?>> values = optional(field, List.class).map(list -> (List<?>) list);
    if (values.isEmpty()) {
      return Optional.empty();
    }
    List<String> texts = new ArrayList<>();
    for (Object value : values.get()) {
      if (!(value instanceof String text)) {
        throw notUnderstood("its field " + field + " holds something else than texts");
      }
      texts.add(text);
    }
    return Optional.of(texts);
  }

  /** All fields as texts, in their order; an empty value stands for null. */
  Map<String, Optional<String>> allTexts() throws NoAnswerException {
    Map<String, Optional<String>> texts = new LinkedHashMap<>();
    for (String field : fields.keySet()) {
      texts.put(field, text(field));
    }
    return texts;
  }

  private <T> Optional<T> optional(String field, Class<T> type) throws NoAnswerException {
    Object value = fields.get(field);
    if (value == null) {
      return Optional.empty();
    }
    if (!type.isInstance(value)) {
      throw notUnderstood("its field " + field + " is of another type");
    }
    return Optional.of(type.cast(value));
  }

  @SuppressWarnings("unchecked") // objects are read by object() only
  private static JsonObject nested(Map<?, ?> fields) {
    return new JsonObject((Map<String, @Nullable Object>) fields);
  }

  static NoAnswerException notUnderstood(String why) {
    return new NoAnswerException(
        NoAnswer.NOT_UNDERSTOOD,
        "What came is no answer of the look-up service: " + why + ". Check the service's address.");
  }
}
