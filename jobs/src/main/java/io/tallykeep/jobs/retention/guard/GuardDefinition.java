package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the guard of a dataset is: the exact text of its three triggers.
 *
 * <p>A day is young while {@code day >= DATE(SYSDATE()) - INTERVAL youngDays DAY}; that is the only
 * way to be accepted without the ledger, and NULL or anything else doubtful is not young. SYSDATE,
 * unlike NOW, does not follow {@code SET timestamp}; it does follow the session's time zone, which
 * is why the slack is at least {@value #MINIMUM_SLACK_DAYS} days.
 *
 * @param dataset the dataset
 * @param controlSchema the schema that holds {@code day_ledger}
 * @param onlineDays how long a row stays online after its event day
 * @param slackDays how much earlier the guard calls a day old
 */
public record GuardDefinition(
    Dataset dataset, Identifier controlSchema, int onlineDays, int slackDays) {
  /** A new row of a day that is closed, or not in the ledger. */
  public static final int CLOSED_DAY = 30_501;

  /** A changed or deleted row of a day that is frozen, or not in the ledger. */
  public static final int FROZEN_DAY = 30_502;

  /** An UPDATE that changes a row's identity or event day. */
  public static final int CHANGED_IDENTITY = 30_503;

  public static final int MINIMUM_SLACK_DAYS = 3;

  private static final int MESSAGE_LENGTH = 128;

  /** The literal: days, counted back from the server's date, that are young. */
  public int youngDays() {
    return onlineDays - slackDays;
  }

  public TableName table() {
    return dataset.table();
  }

  public LedgerKey ledgerKey() {
    return LedgerKey.of(controlSchema, dataset);
  }

  /** The triggers this definition asks for. */
  public List<GuardTrigger> triggers() {
    return triggers(youngDays());
  }

  /** The triggers with another literal, such as that of the installed ones. */
  public List<GuardTrigger> triggers(int literal) {
    return List.of(
        trigger("INSERT", literal, insertBody(literal)),
        trigger("UPDATE", literal, updateBody(literal)),
        trigger("DELETE", literal, deleteBody(literal)));
  }

  private GuardTrigger trigger(String event, int literal, String body) {
    return new GuardTrigger(TriggerName.of(table(), event, literal), table(), event, body);
  }

  private String insertBody(int literal) {
    return "BEGIN\n"
        + declarations()
        + askLedger(
            "NEW", literal, "'ONLINE'", CLOSED_DAY, "takes no new rows. Write through ReplayGate")
        + "END";
  }

  private String updateBody(int literal) {
    return "BEGIN\n"
        + declarations()
        + "  IF NOT ("
        + sameIdentity()
        + ") THEN\n"
        + signal(
            CHANGED_IDENTITY,
            "'Tallykeep gate: row of day ', "
                + text("OLD")
                + ", ' of "
                + dataset.lockName()
                + " keeps identity and event day'")
        + "  END IF;\n"
        + askLedger("OLD", literal, "'ONLINE', 'CLOSED'", FROZEN_DAY, "can not be changed any more")
        + "END";
  }

  private String deleteBody(int literal) {
    return "BEGIN\n"
        + declarations()
        + askLedger("OLD", literal, "'ONLINE', 'CLOSED'", FROZEN_DAY, "can not be changed any more")
        + "END";
  }

  private static String declarations() {
    return "  DECLARE tk_progress VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL;\n"
        + "  DECLARE tk_refusal VARCHAR("
        + MESSAGE_LENGTH
        + ") CHARACTER SET utf8mb4 DEFAULT NULL;\n";
  }

  /** Accepts young days at once, others by their ledger row, which stays locked to the commit. */
  private String askLedger(String row, int literal, String open, int errno, String refusal) {
    String day = row + "." + dataset.eventDay().quoted();
    return "  IF "
        + day
        + " >= DATE(SYSDATE()) - INTERVAL "
        + literal
        + " DAY THEN\n    BEGIN END;\n  ELSE\n    SELECT progress INTO tk_progress FROM "
        + ledgerKey().table()
        + "\n      WHERE dataset = '"
        + dataset.name()
        + "' AND shard = "
        + dataset.shard()
        + " AND event_day = "
        + day
        + " FOR SHARE;\n    IF COALESCE(tk_progress, 'NONE') NOT IN ("
        + open
        + ") THEN\n"
        + signal(
            errno,
            "'Tallykeep gate: day ', "
                + text(row)
                + ", ' of "
                + dataset.lockName()
                + " is ', COALESCE(tk_progress, 'not in the ledger'), ': "
                + refusal
                + "'")
        + "    END IF;\n  END IF;\n";
  }

  private String text(String row) {
    return "COALESCE(" + row + "." + dataset.eventDay().quoted() + ", 'NULL')";
  }

  private static String signal(int errno, String parts) {
    return "      SET tk_refusal = LEFT(CONCAT("
        + parts
        + "), "
        + MESSAGE_LENGTH
        + ");\n      SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = "
        + errno
        + ", MESSAGE_TEXT = tk_refusal;\n";
  }

  /** Byte by byte, since collations call different things equal; NULL-safe. */
  private String sameIdentity() {
    return dataset.identity().stream()
            .map(
                column ->
                    "CAST(NEW."
                        + column.quoted()
                        + " AS BINARY) <=> CAST(OLD."
                        + column.quoted()
                        + " AS BINARY) AND ")
            .collect(Collectors.joining())
        + "NEW."
        + dataset.eventDay().quoted()
        + " <=> OLD."
        + dataset.eventDay().quoted();
  }
}
