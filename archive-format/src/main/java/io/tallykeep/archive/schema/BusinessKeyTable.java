package io.tallykeep.archive.schema;

import io.tallykeep.archive.dataset.Identifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a table of business keys must be like so that a key is in it once, and only with the effect
 * of the transaction that inserted it.
 */
public final class BusinessKeyTable {
  private BusinessKeyTable() {}

  /**
   * Everything that stands against it.
   *
   * @param keyColumns the columns of the business key, in any order
   * @return each as a clause such as {@code its engine is MyISAM, which rolls nothing back}; empty
   *     if the table serves
   */
  public static List<String> objections(SourceTable table, List<Identifier> keyColumns) {
    List<String> objections = new ArrayList<>();
    if (!table.engine().equalsIgnoreCase("InnoDB")) {
      objections.add("its engine is " + table.engine() + ", which rolls nothing back");
    }
    if (table.keys().stream().noneMatch(key -> isOver(key, keyColumns))) {
      objections.add("no visible primary or unique key is over exactly the columns " + keyColumns);
    }
    keyColumns.stream()
        .filter(name -> table.column(name).map(SourceColumn::nullable).orElse(false))
        .forEach(name -> objections.add(name + " may be NULL, and a unique key lets NULLs repeat"));
    return objections;
  }

  private static boolean isOver(SourceKey key, List<Identifier> columns) {
    Set<Identifier> missing = new HashSet<>(columns);
    for (SourceKey.Part part : key.parts()) {
      boolean wanted =
          part.whole()
              && missing.removeIf(name -> part.column().map(name::sameColumn).orElse(false));
      if (!wanted) {
        return false;
      }
    }
    return key.unique() && key.visible() && missing.isEmpty();
  }
}
