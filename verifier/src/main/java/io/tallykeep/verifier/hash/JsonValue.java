package io.tallykeep.verifier.hash;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value as it was written: numbers are the text's own digits. */
sealed interface JsonValue {
  record Null() implements JsonValue {}

  record Bool(boolean value) implements JsonValue {}

  record Num(String literal) implements JsonValue {}

  record Text(String value) implements JsonValue {}

  record Arr(List<JsonValue> elements) implements JsonValue {
    public Arr {
      elements = List.copyOf(elements);
    }
  }

  record Obj(Map<String, JsonValue> members) implements JsonValue {
    public Obj {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }
  }
}
