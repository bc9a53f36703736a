package io.tallykeep.verifier.hash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * The whole document by RFC 8785 (JSON Canonicalization Scheme).
 *
 * <p>Canonicalized by {@code io.github.erdtman:java-json-canonicalization}, written by two of the
 * RFC's authors, the implementation that other Java projects on Maven Central depend on; it has no
 * dependencies of its own. It is finished rather than active: the format does not change any more,
 * and the RFC's vectors are tests here. It is lenient about what it reads and refuses a document
 * that is a single string, number or literal, so {@link StrictJson} reads first and the document
 * travels inside an array.
 */
final class CanonicalJson implements Encoding {

  @Override
  public Encoded encode(StrictJson document) throws RefusedException {
    requireExactNumbers(document.root(), "");
    try {
      String array = new JsonCanonicalizer("[" + document.text() + "]").getEncodedString();
      String canonical = array.substring(1, array.length() - 1);
      return new Encoded(canonical.getBytes(StandardCharsets.UTF_8), List.of());
    } catch (IOException e) {
      throw new IllegalStateException("the canonicalizer refuses what is valid JSON", e);
    }
  }

  private static void requireExactNumbers(JsonValue value, String pointer) throws RefusedException {
    if (value instanceof JsonValue.Num number) {
      Optional<String> problem = DoubleNumbers.problem(number.literal());
      if (problem.isPresent()) {
        throw new RefusedException(
            Refusal.INEXACT_NUMBER,
            pointer,
            problem.get()
                + ". Send it as a string, or hash declared fields (--fields), which keep numbers"
                + " exact");
      }
    } else if (value instanceof JsonValue.Arr array) {
      for (int i = 0; i < array.elements().size(); i++) {
        requireExactNumbers(array.elements().get(i), pointer + "/" + i);
      }
    } else if (value instanceof JsonValue.Obj object) {
      for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
        requireExactNumbers(member.getValue(), pointer + "/" + FieldPath.escaped(member.getKey()));
      }
    }
  }
}
