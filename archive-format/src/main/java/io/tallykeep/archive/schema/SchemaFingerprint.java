package io.tallykeep.archive.schema;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The text behind {@link ArchiveSchema#fingerprint()} and its SHA-256. */
final class SchemaFingerprint {
  private SchemaFingerprint() {}

  static String of(ArchiveSchema schema) {
    StringBuilder text = new StringBuilder("tallykeep-schema 1\n");
    for (ArchiveColumn column : schema.columns()) {
      text.append(column.fieldId()).append(' ').append(column.name()).append(' ');
      text.append(column.type().iceberg()).append(column.required() ? " required\n" : "\n");
    }
    text.append("identity");
    for (int index : schema.identityIndexes()) {
      text.append(' ').append(schema.column(index).fieldId());
    }
    text.append("\nevent day ").append(schema.column(schema.eventDayIndex()).fieldId());
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
