package io.tallykeep.verifier.hash;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON text of one meaning: RFC 8259, and of RFC 7493 (I-JSON) that names are unique and
 * strings are Unicode. Whatever two readers could understand in two ways is refused.
 *
 * @param text the document as written
 */
record StrictJson(String text, JsonValue root) {
  private static final int MAX_NUMBER_DIGITS = 1000;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(PayloadHasher.MAX_DEPTH + 1)
                  .maxNumberLength(MAX_NUMBER_DIGITS)
                  .maxNameLength(PayloadHasher.MAX_BYTES)
                  .maxStringLength(PayloadHasher.MAX_BYTES)
                  .build())
          .build();

  static StrictJson parse(byte[] document) throws RefusedException {
    String text = decode(document);
    try (JsonParser parser = FACTORY.createParser(text)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new RefusedException(Refusal.EMPTY, "", "there is no JSON document to hash");
      }
      JsonValue root = value(parser, first, 0);
      if (parser.nextToken() != null) {
        throw new RefusedException(
            Refusal.NOT_JSON,
            lineAndColumn(
                parser.currentTokenLocation().getLineNr(),
                parser.currentTokenLocation().getColumnNr()),
            "something follows the document; for one document per line use --ndjson");
      }
      return new StrictJson(text, root);
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null
              ? ""
              : lineAndColumn(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      throw new RefusedException(Refusal.NOT_JSON, where, firstLine(e.getOriginalMessage()));
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory failed", e);
    }
  }

  private static String lineAndColumn(int line, int column) {
    return "line " + line + ", column " + column;
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "not JSON" : message.lines().findFirst().orElse("not JSON");
  }

  private static String decode(byte[] document) throws RefusedException {
    if (document.length > PayloadHasher.MAX_BYTES) {
      throw new RefusedException(
          Refusal.TOO_LARGE, "", "a document has at most " + PayloadHasher.MAX_BYTES + " bytes");
    }
    if (startsWith(document, 0xEF, 0xBB, 0xBF)
        || startsWith(document, 0xFE, 0xFF)
        || startsWith(document, 0xFF, 0xFE)) {
      throw new RefusedException(
          Refusal.BYTE_ORDER_MARK,
          "byte 0",
          "a JSON text has no byte order mark (RFC 8259, section 8.1): send plain UTF-8");
    }
    ByteBuffer bytes = ByteBuffer.wrap(document);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(bytes)
          .toString();
    } catch (CharacterCodingException e) {
      throw new RefusedException(
          Refusal.NOT_UTF8,
          "byte " + bytes.position(),
          "the bytes from there on are no UTF-8: convert the document first");
    }
  }

  private static boolean startsWith(byte[] document, int... mark) {
    if (document.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((document[i] & 0xFF) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  private static JsonValue value(JsonParser parser, JsonToken token, int depth)
      throws IOException, RefusedException {
    return switch (token) {
      case VALUE_NULL -> new JsonValue.Null();
      case VALUE_TRUE -> new JsonValue.Bool(true);
      case VALUE_FALSE -> new JsonValue.Bool(false);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonValue.Num(parser.getText());
      case VALUE_STRING -> new JsonValue.Text(unicode(parser, parser.getText()));
      case START_ARRAY -> array(parser, deeper(parser, depth));
      case START_OBJECT -> object(parser, deeper(parser, depth));
      default -> throw new IllegalStateException("no value begins with " + token);
    };
  }

  private static int deeper(JsonParser parser, int depth) throws RefusedException {
    if (depth == PayloadHasher.MAX_DEPTH) {
      throw new RefusedException(
          Refusal.TOO_DEEP,
          lineAndColumn(
              parser.currentTokenLocation().getLineNr(),
              parser.currentTokenLocation().getColumnNr()),
          "objects and arrays are nested deeper than " + PayloadHasher.MAX_DEPTH);
    }
    return depth + 1;
  }

  private static JsonValue array(JsonParser parser, int depth)
      throws IOException, RefusedException {
    List<JsonValue> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      elements.add(value(parser, token, depth));
    }
    return new JsonValue.Arr(elements);
  }

  private static JsonValue object(JsonParser parser, int depth)
      throws IOException, RefusedException {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      unicode(parser, name);
      if (members.containsKey(name)) {
        throw new RefusedException(
            Refusal.DUPLICATE_NAME,
            pointer(parser),
            "the object has this name twice; readers disagree on which of the two counts");
      }
      members.put(name, value(parser, parser.nextToken(), depth));
    }
    return new JsonValue.Obj(members);
  }

  private static String pointer(JsonParser parser) {
    return parser.getParsingContext().pathAsPointer().toString();
  }

  private static String unicode(JsonParser parser, String text) throws RefusedException {
    int codePoint;
    for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
      codePoint = text.codePointAt(i);
      if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
        throw new RefusedException(
            Refusal.LONE_SURROGATE,
            pointer(parser).replaceAll("[\\ud800-\\udfff]", "?"),
            String.format("\\u%04x is half of a surrogate pair and no character", codePoint));
      }
    }
    return text;
  }
}
