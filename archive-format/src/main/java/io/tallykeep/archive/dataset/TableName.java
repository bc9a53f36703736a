package io.tallykeep.archive.dataset;

/** A table with its schema: {@code payments.inbox}. */
public record TableName(Identifier schema, Identifier table) {
  /**
   * Reads {@code schema.table}.
   *
   * @throws IllegalArgumentException if the text is not two names joined by one dot
   */
  public static TableName parse(String text) {
    int dot = text.indexOf('.');
    if (dot < 0 || text.indexOf('.', dot + 1) >= 0) {
      throw new IllegalArgumentException(
          "'" + text + "' does not name a table: write schema.table, for example payments.inbox.");
    }
    return new TableName(
        Identifier.of(text.substring(0, dot)), Identifier.of(text.substring(dot + 1)));
  }

  /** Both names in back quotes, ready to stand in a statement. */
  public String quoted() {
    return schema.quoted() + "." + table.quoted();
  }

  @Override
  public String toString() {
    return schema + "." + table;
  }
}
