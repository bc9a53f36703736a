package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The guard's trigger names: {@code tallykeep_insert_27_inbox}. The literal is part of the name, so
 * that triggers with another literal can be created beside the old ones before those are dropped:
 * at no moment is the table without a guard.
 */
final class TriggerName {
  private static final int MAXIMUM = 64;
  private static final int HASH_DIGITS = 8;
  private static final Pattern OURS =
      Pattern.compile("tallykeep_(insert|update|delete)_(\\d{1,5})_.+");

  private TriggerName() {}

  static Identifier of(TableName table, String event, int literal) {
    String name =
        "tallykeep_" + event.toLowerCase(Locale.ROOT) + "_" + literal + "_" + table.table();
    if (name.length() <= MAXIMUM) {
      return Identifier.of(name);
    }
    CRC32 hash = new CRC32();
    hash.update(table.table().value().getBytes(StandardCharsets.UTF_8));
    return Identifier.of(
        name.substring(0, MAXIMUM - HASH_DIGITS - 1)
            + "_"
            + String.format(Locale.ROOT, "%08x", hash.getValue()));
  }

  /** The literal in the name of a trigger of ours on this table; empty for any other trigger. */
  static Optional<Integer> literal(TableName table, String event, String name) {
    Matcher ours = OURS.matcher(name);
    if (!ours.matches()) {
      return Optional.empty();
    }
    int literal = Integer.parseInt(ours.group(2));
    return of(table, event, literal).sameColumn(name) ? Optional.of(literal) : Optional.empty();
  }
}
