package io.tallykeep.verifier.hash;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Declared fields in their declared order, each with its length and type, so that no two lists of
 * values have the same bytes; numbers are exact. docs/payload-hash.md describes the form to the
 * byte; a change of it is a new version and another {@link #MAGIC}.
 */
final class DeclaredFields implements Encoding {
  private static final byte[] MAGIC = "tallykeep-fields-1\0".getBytes(StandardCharsets.US_ASCII);
  private static final int MISSING = 0;
  private static final int NULL = 1;
  private static final int FALSE = 2;
  private static final int TRUE = 3;
  private static final int NUMBER = 4;
  private static final int STRING = 5;
  private static final int ARRAY = 6;
  private static final int OBJECT = 7;
  private static final int MOST_EXPONENT_DIGITS = 6;

  private final List<FieldPath> fields;

  DeclaredFields(List<String> declared) {
    List<FieldPath> paths = new ArrayList<>();
    Set<String> pointers = new HashSet<>();
    for (String field : declared) {
      FieldPath path = FieldPath.of(field);
      if (!pointers.add(path.pointer())) {
        throw new IllegalArgumentException("field '" + field + "' is declared twice");
      }
      paths.add(path);
    }
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("declare at least one field");
    }
    this.fields = List.copyOf(paths);
  }

  @Override
  public Encoded encode(StrictJson document) throws RefusedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> missing = new ArrayList<>();
    out.writeBytes(MAGIC);
    length(out, fields.size());
    for (FieldPath field : fields) {
      bytes(out, utf8(field.pointer()));
      Optional<JsonValue> value = field.in(document.root());
      if (value.isPresent()) {
        value(out, value.get(), field.pointer());
      } else {
        out.write(MISSING);
        missing.add(field.pointer());
      }
    }
    if (missing.size() == fields.size()) {
      throw new RefusedException(
          Refusal.NO_DECLARED_FIELD,
          "",
          "the document has none of "
              + missing
              + "; all such documents would have one hash. Check the names");
    }
    return new Encoded(out.toByteArray(), List.copyOf(missing));
  }

  private static void value(ByteArrayOutputStream out, JsonValue value, String pointer)
      throws RefusedException {
    if (value instanceof JsonValue.Null) {
      out.write(NULL);
    } else if (value instanceof JsonValue.Bool bool) {
      out.write(bool.value() ? TRUE : FALSE);
    } else if (value instanceof JsonValue.Num number) {
      out.write(NUMBER);
      bytes(out, utf8(exact(number.literal(), pointer)));
    } else if (value instanceof JsonValue.Text text) {
      out.write(STRING);
      bytes(out, utf8(text.value()));
    } else if (value instanceof JsonValue.Arr array) {
      array(out, array, pointer);
    } else if (value instanceof JsonValue.Obj object) {
      object(out, object, pointer);
    }
  }

  private static void array(ByteArrayOutputStream out, JsonValue.Arr array, String pointer)
      throws RefusedException {
    out.write(ARRAY);
    length(out, array.elements().size());
    for (int i = 0; i < array.elements().size(); i++) {
      value(out, array.elements().get(i), pointer + "/" + i);
    }
  }

  private static void object(ByteArrayOutputStream out, JsonValue.Obj object, String pointer)
      throws RefusedException {
    out.write(OBJECT);
    length(out, object.members().size());
    List<Map.Entry<String, JsonValue>> members = new ArrayList<>(object.members().entrySet());
    members.sort((a, b) -> Arrays.compareUnsigned(utf8(a.getKey()), utf8(b.getKey())));
    for (Map.Entry<String, JsonValue> member : members) {
      bytes(out, utf8(member.getKey()));
      value(out, member.getValue(), pointer + "/" + FieldPath.escaped(member.getKey()));
    }
  }

  /** {@code digits E exponent} without trailing zeros: 1, 1.0 and 1e0 are 1E0, 100 is 1E2. */
  private static String exact(String literal, String pointer) throws RefusedException {
    String[] parts = literal.split("[eE]", 2);
    if (parts.length == 2
        && parts[1].replaceFirst("^[+-]?0*", "").length() > MOST_EXPONENT_DIGITS) {
      throw new RefusedException(
          Refusal.INEXACT_NUMBER,
          pointer,
          "the exponent of " + literal + " has more than " + MOST_EXPONENT_DIGITS + " digits");
    }
    BigDecimal value = new BigDecimal(literal).stripTrailingZeros();
    return value.unscaledValue() + "E" + -(long) value.scale();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void bytes(ByteArrayOutputStream out, byte[] bytes) {
    length(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void length(ByteArrayOutputStream out, int length) {
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
  }
}
