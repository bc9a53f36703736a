package io.tallykeep.client;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Answer documents as the service writes them. */
final class Documents {
  static final LookupRequest ASKED =
      LookupRequest.of("ledger-v1", "e-1").onDay(LocalDate.of(2026, 3, 1));
  static final String HASH = "9f86d081884c7d65";

  private Documents() {}

  /** The fields of an UNSEEN answer to {@link #ASKED}, each as JSON. */
  static Map<String, String> unseen() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("answer", "\"UNSEEN\"");
    fields.put("reason", "null");
    fields.put("dataset", "\"inbox\"");
    fields.put("identity", "[\"ledger-v1\",\"e-1\"]");
    fields.put("consumer", "\"ledger-v1\"");
    fields.put("eventId", "\"e-1\"");
    fields.put("eventDay", "\"2026-03-01\"");
    fields.put("where", "\"NONE\"");
    fields.put("result", "{}");
    fields.put("recordedHash", "null");
    fields.put("state", "null");
    fields.put("epoch", "1772329000123456");
    fields.put("server", "\"3e11fa47-71ca-11e1-9e33-c80aa9429562\"");
    fields.put("requests", "1");
    return fields;
  }

  static Map<String, String> duplicate() {
    Map<String, String> fields = unseen();
    fields.put("answer", "\"DUPLICATE\"");
    fields.put("where", "\"ARCHIVE\"");
    fields.put("result", "{\"status\":\"SUCCEEDED\",\"result_code\":null}");
    fields.put("recordedHash", "\"" + HASH + "\"");
    return fields;
  }

  static Map<String, String> conflict() {
    Map<String, String> fields = duplicate();
    fields.put("answer", "\"CONFLICT\"");
    fields.put("result", "{}");
    return fields;
  }

  static Map<String, String> inProgress() {
    Map<String, String> fields = conflict();
    fields.put("answer", "\"IN_PROGRESS\"");
    fields.put("where", "\"ONLINE\"");
    fields.put("state", "\"PROCESSING\"");
    return fields;
  }

  static Map<String, String> beyondWindow() {
    Map<String, String> fields = unseen();
    fields.put("answer", "\"BEYOND_WINDOW\"");
    return fields;
  }

  static Map<String, String> undecidable() {
    Map<String, String> fields = unseen();
    fields.put("answer", "\"UNDECIDABLE\"");
    fields.put("reason", "\"NOT_COVERED: day 2026-03-01 has no ledger row: check it.\"");
    fields.put("epoch", "null");
    fields.put("server", "null");
    return fields;
  }

  /** The same answer about another event of the same consumer. */
  static Map<String, String> about(String eventId, Map<String, String> fields) {
    Map<String, String> other = new LinkedHashMap<>(fields);
    other.put("identity", "[\"ledger-v1\",\"" + eventId + "\"]");
    other.put("eventId", "\"" + eventId + "\"");
    return other;
  }

  static String json(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> "\"" + field.getKey() + "\":" + field.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }
}
