package io.tallykeep.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Writes a question as the service takes it. */
final class QuestionWriter {
  private static final JsonFactory FACTORY = new JsonFactory();

  private QuestionWriter() {}

  /**
   * @return one JSON object in UTF-8, without line ends
   * @throws NoAnswerException NOT_ASKABLE, if a value names no event or is not Unicode
   */
  static byte[] write(LookupRequest request) throws NoAnswerException {
    if (request.identity().isEmpty() || request.identity().contains("")) {
      throw new NoAnswerException(
          NoAnswer.NOT_ASKABLE,
          "The identity "
              + request.identity()
              + " has no value or an empty one, which names no event. Look for a field that was not"
              + " set.");
    }
    try {
      ByteBuffer bytes =
          StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(document(request)));
      byte[] document = new byte[bytes.remaining()];
      bytes.get(document);
      return document;
    } catch (CharacterCodingException e) {
      throw new NoAnswerException(
          NoAnswer.NOT_ASKABLE,
          "A value of the question is no Unicode text (half of a surrogate pair). Look at how it was"
              + " read.");
    }
  }

  private static String document(LookupRequest request) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      if (request.dataset().isPresent()) {
        json.writeStringField("dataset", request.dataset().get());
      }
      json.writeArrayFieldStart("identity");
      for (String value : request.identity()) {
        json.writeString(value);
      }
      json.writeEndArray();
      if (request.eventDay().isPresent()) {
        json.writeStringField("eventDay", request.eventDay().get().toString());
      }
      if (request.payloadHash().isPresent()) {
        json.writeStringField("payloadHash", request.payloadHash().get());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a StringWriter does not fail", e);
    }
    return text.toString();
  }
}
