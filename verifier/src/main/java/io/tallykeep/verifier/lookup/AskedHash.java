package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.schema.SourceColumn;
import java.util.Optional;

/** Whether a payload hash that was given can be the one of any row. */
final class AskedHash {
  private static final int HEX_DIGITS_OF_A_BYTE = 2;

  private AskedHash() {}

  /**
   * Refuses a hash that no row can hold: compared with a whole one it would look like another
   * payload.
   *
   * @throws UndecidedException PAYLOAD_HASH_DOES_NOT_FIT
   */
  static void require(TableShape shape, Optional<byte[]> hash) throws UndecidedException {
    Optional<SourceColumn> column = shape.payloadHash();
    if (hash.isPresent() && column.isPresent() && !fits(column.get(), hash.get().length)) {
      throw new UndecidedException(
          UndecidableReason.PAYLOAD_HASH_DOES_NOT_FIT,
          "the payload hash has "
              + hash.get().length
              + " bytes, which column "
              + column.get().name()
              + " "
              + column.get().columnType()
              + " can't hold. Give the whole hash, as the consumer stores it.");
    }
  }

  private static boolean fits(SourceColumn column, int bytes) {
    if (column.length().isEmpty()) {
      return true;
    }
    int length = column.length().getAsInt();
    return switch (column.dataType()) {
      case "binary" -> bytes == length;
      case "varbinary" -> bytes <= length;
      case "char", "varchar" -> bytes * HEX_DIGITS_OF_A_BYTE <= length;
      default -> true;
    };
  }
}
