package io.tallykeep.service.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tallykeep.service.health.HealthReport;
import io.tallykeep.service.refusal.Refusal;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.AnswerDocument;
import io.tallykeep.verifier.lookup.Query;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** The JSON bodies. Each is one line without its end. */
final class Documents {
  private static final JsonFactory JSON = new JsonFactory();

  private Documents() {}

  static String answer(Query query, Adjudication adjudication) {
    return json(AnswerDocument.of(query, adjudication));
  }

  /** A line of a batch that was answered. */
  static String answer(long line, Query query, Adjudication adjudication) {
    Map<String, @Nullable Object> document = numbered(line);
    document.putAll(AnswerDocument.of(query, adjudication));
    return json(document);
  }

  /** A line of a batch that was not. */
  static String refusal(long line, Refusal refusal) {
    Map<String, @Nullable Object> document = numbered(line);
    Map<String, @Nullable Object> error = new LinkedHashMap<>();
    error.put("code", refusal.code().name());
    error.put("detail", refusal.detail());
    document.put("error", error);
    return json(document);
  }

  /** What the health checks found. */
  static String health(String status, HealthReport report) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("status", status);
    report
        .parts()
        .forEach(
            (part, state) -> {
              Map<String, @Nullable Object> one = new LinkedHashMap<>();
              one.put("status", state.up() ? "UP" : "DOWN");
              one.put("detail", state.detail());
              document.put(part.field(), one);
            });
    return json(document);
  }

  private static Map<String, @Nullable Object> numbered(long line) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("line", line);
    return document;
  }

  /** The last line of a batch that came to its end. */
  static String end(long answered, long refused) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("end", true);
    document.put("lines", answered + refused);
    document.put("answered", answered);
    document.put("refused", refused);
    return json(document);
  }

  /** A problem document (RFC 9457). */
  static String problem(Refusal refusal) {
    int status = refusal.code().status();
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("type", "about:blank");
    document.put("title", HttpStatus.getMessage(status));
    document.put("status", status);
    document.put("code", refusal.code().name());
    document.put("detail", refusal.detail());
    return json(document);
  }

  private static String json(Map<String, ?> document) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      value(json, document);
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory can't be written", e);
    }
    return text.toString();
  }

  private static void value(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof String text) {
      json.writeString(text);
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        value(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        value(json, entry.getValue());
      }
      json.writeEndObject();
    } else {
      throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }
}
