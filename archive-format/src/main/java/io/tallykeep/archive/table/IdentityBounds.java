package io.tallykeep.archive.table;

import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.ArchiveType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.types.Conversions;
import org.jspecify.annotations.Nullable;

/**
 * The least and greatest value of each identity column in one file, as far as its metadata states
 * them. A column without a bound excludes nothing.
 */
public final class IdentityBounds {
  private final ArchiveType[] types;
  private final @Nullable Object[] lower;
  private final @Nullable Object[] upper;

  private IdentityBounds(ArchiveType[] types, @Nullable Object[] lower, @Nullable Object[] upper) {
    this.types = types;
    this.lower = lower;
    this.upper = upper;
  }

  static IdentityBounds of(ArchiveSchema schema, DataFile file) {
    ArchiveColumn[] columns =
        schema.identityIndexes().stream().map(schema::column).toArray(ArchiveColumn[]::new);
    return new IdentityBounds(
        Arrays.stream(columns).map(ArchiveColumn::type).toArray(ArchiveType[]::new),
        bounds(columns, file.lowerBounds()),
        bounds(columns, file.upperBounds()));
  }

  private static @Nullable Object[] bounds(
      ArchiveColumn[] columns, @Nullable Map<Integer, ByteBuffer> serialized) {
    @Nullable Object[] bounds = new @Nullable Object[columns.length];
    if (serialized != null) {
      for (int i = 0; i < columns.length; i++) {
        ByteBuffer bound = serialized.get(columns[i].fieldId());
        bounds[i] = bound == null ? null : value(columns[i].type(), bound);
      }
    }
    return bounds;
  }

  /** About how many bytes this takes in memory. */
  int weightBytes() {
    int bytes = 100;
    for (@Nullable Object[] bounds : List.of(lower, upper)) {
      for (Object bound : bounds) {
        bytes += bound instanceof byte[] text ? 24 + text.length : 32;
      }
    }
    return bytes;
  }

  /** A bound in Iceberg's single-value form as the value a row would hold. */
  private static Object value(ArchiveType type, ByteBuffer bound) {
    return switch (type.kind()) {
      case BYTES -> {
        byte[] bytes = new byte[bound.remaining()];
        bound.duplicate().get(bytes);
        yield bytes;
      }
      case LONG -> ((Number) converted(type, bound)).longValue();
      case DAY -> ((Number) converted(type, bound)).intValue();
      case DECIMAL -> (BigDecimal) converted(type, bound);
    };
  }

  private static Object converted(ArchiveType type, ByteBuffer bound) {
    return Conversions.fromByteBuffer(type.iceberg(), bound.duplicate());
  }

  /**
   * The least value of each identity column as its text, in the identity's order: an identity that
   * the bounds don't exclude, though perhaps no row's. Empty if a column has no bound.
   */
  public Optional<List<String>> least() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      Object least = lower[i];
      if (least == null) {
        return Optional.empty();
      }
      texts.add(types[i].text(least));
    }
    return Optional.of(texts);
  }

  /**
   * Whether the file may hold a row with this identity.
   *
   * @param identity the identity's values in the identity's order
   * @return false only if a bound excludes it
   */
  public boolean mayHold(Object[] identity) {
    for (int i = 0; i < types.length; i++) {
      Object least = lower[i];
      Object greatest = upper[i];
      if (least != null && types[i].compare(identity[i], least) < 0) {
        return false;
      }
      if (greatest != null && types[i].compare(identity[i], greatest) > 0) {
        return false;
      }
    }
    return true;
  }
}
