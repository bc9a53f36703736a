package io.tallykeep.verifier.hash;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A declared field: the name of a member of the document's object, or, beginning with a slash, a
 * JSON pointer (RFC 6901) to any place: {@code payee} and {@code /payee} are one field, {@code
 * /payee/iban} lies deeper.
 *
 * @param pointer the field as a JSON pointer, escaped as in RFC 6901
 * @param steps names or array indexes from the root to the field
 */
record FieldPath(String pointer, List<String> steps) {
  FieldPath {
    steps = List.copyOf(steps);
  }

  /**
   * Reads a field as the user declared it.
   *
   * @throws IllegalArgumentException if it is empty, or a pointer with an escape RFC 6901 does not
   *     know
   */
  static FieldPath of(String declared) {
    if (declared.isEmpty() || declared.equals("/")) {
      throw new IllegalArgumentException(
          "a declared field needs a name, such as amountMinor or /payee/iban");
    }
    if (!declared.startsWith("/")) {
      return new FieldPath("/" + escaped(declared), List.of(declared));
    }
    List<String> steps = new ArrayList<>();
    for (String step : declared.substring(1).split("/", -1)) {
      if (step.matches(".*~(?![01]).*")) {
        throw new IllegalArgumentException(
            "'" + declared + "' is no JSON pointer: a tilde is written ~0, a slash ~1");
      }
      steps.add(step.replace("~1", "/").replace("~0", "~"));
    }
    return new FieldPath(declared, steps);
  }

  static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /** The field's value; empty where the document has no such place. */
  Optional<JsonValue> in(JsonValue root) {
    Optional<JsonValue> here = Optional.of(root);
    for (String step : steps) {
      here = here.flatMap(value -> child(value, step));
    }
    return here;
  }

  private static Optional<JsonValue> child(JsonValue value, String step) {
    if (value instanceof JsonValue.Obj object) {
      return Optional.ofNullable(object.members().get(step));
    }
    if (value instanceof JsonValue.Arr array && step.matches("0|[1-9][0-9]{0,8}")) {
      int index = Integer.parseInt(step);
      return index < array.elements().size()
          ? Optional.of(array.elements().get(index))
          : Optional.empty();
    }
    return Optional.empty();
  }
}
