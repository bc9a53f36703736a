package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;

/**
 * One of the guard's triggers.
 *
 * @param name its name, in the table's schema
 * @param table the table it is on
 * @param event INSERT, UPDATE or DELETE
 * @param body the text after FOR EACH ROW
 */
public record GuardTrigger(Identifier name, TableName table, String event, String body) {
  /** The statement that creates it, with the current account as definer. */
  public String createSql() {
    return "CREATE DEFINER = CURRENT_USER TRIGGER "
        + table.schema().quoted()
        + "."
        + name.quoted()
        + " BEFORE "
        + event
        + " ON "
        + table.quoted()
        + " FOR EACH ROW\n"
        + body;
  }

  /** The statement that drops it. */
  public String dropSql() {
    return "DROP TRIGGER " + table.schema().quoted() + "." + name.quoted();
  }
}
