package io.tallykeep.verifier.gate;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * An event's identity in the form that rows hold it, and its day.
 *
 * @param schema the table it was parsed for
 * @param identity the identity's values in its order
 * @param day the event day
 */
record EventKey(ArchiveSchema schema, Object[] identity, LocalDate day) {

  /**
   * @throws IllegalArgumentException if the number of values is wrong or one is none of its column
   */
  static EventKey of(ArchiveSchema schema, List<String> texts, LocalDate day) {
    List<Integer> indexes = schema.identityIndexes();
    if (texts.size() != indexes.size()) {
      throw new IllegalArgumentException(
          "dataset "
              + schema.dataset().name()
              + " has the identity "
              + schema.dataset().identity()
              + ", but "
              + texts.size()
              + " values were given.");
    }
    Object[] identity = new Object[indexes.size()];
    for (int i = 0; i < identity.length; i++) {
      identity[i] = schema.column(indexes.get(i)).type().parse(texts.get(i));
    }
    return new EventKey(schema, identity, day);
  }

  /** The identity's values as text, each in the one form that its column's type has. */
  List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < identity.length; i++) {
      texts.add(schema.column(schema.identityIndexes().get(i)).type().text(identity[i]));
    }
    return texts;
  }

  /** A SHA-256 of the identity: 32 bytes. */
  byte[] hash() {
    return hash(texts());
  }

  /** A SHA-256 of texts, each with its length in front: 32 bytes. */
  static byte[] hash(List<String> texts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String text : texts) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256.", e);
    }
  }

  @Override
  public String toString() {
    return schema.describe(identity) + " of " + day;
  }
}
