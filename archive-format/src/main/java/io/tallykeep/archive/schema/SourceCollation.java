package io.tallykeep.archive.schema;

/**
 * The character set and collation of a text column.
 *
 * @param charset {@code utf8mb4}
 * @param name {@code utf8mb4_0900_bin}
 * @param padSpace whether the collation ignores trailing spaces (information_schema.COLLATIONS,
 *     PAD_ATTRIBUTE)
 */
public record SourceCollation(String charset, String name, boolean padSpace) {
  /** Whether the collation tells any two different strings apart. */
  public boolean binary() {
    return name.endsWith("_bin");
  }
}
