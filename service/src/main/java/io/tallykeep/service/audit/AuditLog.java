package io.tallykeep.service.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.tallykeep.service.ask.Asker;
import io.tallykeep.service.ask.LookupObserver;
import io.tallykeep.service.settings.AuditSettings.IdentityForm;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Query;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes one JSON line per answered look-up: when, by whom and from where, which event, what was
 * answered. Never a payload hash, a result or a token. Everything but printable ASCII is escaped,
 * so that no identity can forge a line. Thread-safe where its sink is.
 */
public final class AuditLog implements LookupObserver {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final Consumer<String> sink;
  private final IdentityForm form;
  private final Clock clock;

  /**
   * @param sink takes whole lines, without their ends
   */
  public AuditLog(Consumer<String> sink, IdentityForm form, Clock clock) {
    this.sink = sink;
    this.form = form;
    this.clock = clock;
  }

  @Override
  public void answered(Asker asker, Query query, Adjudication adjudication, Duration took) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("time", clock.instant().toString());
      json.writeStringField("token", asker.token());
      json.writeStringField("remoteAddress", asker.address());
      json.writeStringField("requestId", asker.requestId());
      json.writeStringField("dataset", query.dataset());
      identity(json, query.identity());
      json.writeStringField("eventDay", query.eventDay().map(Object::toString).orElse(null));
      json.writeStringField("answer", adjudication.answer().kind().name());
      json.writeStringField(
          "reason",
          adjudication.reason().map(reason -> reason.replaceFirst(":.*", "")).orElse(null));
      json.writeStringField("where", adjudication.where().name());
      json.writeNumberField("requests", adjudication.requests());
      json.writeNumberField("millis", took.toMillis());
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory can't be written", e);
    }
    sink.accept(line.toString());
  }

  private void identity(JsonGenerator json, List<String> values) throws IOException {
    switch (form) {
      case PLAIN -> {
        json.writeFieldName("identity");
        array(json, values);
      }
      case SHA256 -> json.writeStringField("identitySha256", sha256(values));
    }
  }

  private static void array(JsonGenerator json, List<String> values) throws IOException {
    json.writeStartArray();
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }

  /** Of the values as a JSON array in UTF-8 without spaces, non-ASCII letters as they are. */
  static String sha256(List<String> values) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      array(json, values);
    }
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(text.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
