package io.tallykeep.archive.schema;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tables as information_schema would show them, for tests without a server. */
public final class SourceTables {
  public static final TableName INBOX = TableName.parse("payments.inbox");
  private static final Pattern TYPE = Pattern.compile("([a-z]+)(?:\\((\\d+)(?:,(\\d+))?\\))?.*");

  private SourceTables() {}

  /**
   * A column from its declaration, for example {@code "event_id varchar(36) not null"}; text is
   * utf8mb4_0900_bin unless the declaration ends in another collation.
   */
  public static SourceColumn column(int ordinal, String declaration) {
    String[] words = declaration.split(" ", 2);
    String rest = words[1];
    String collation = "utf8mb4_0900_bin";
    int collate = rest.indexOf(" collate ");
    if (collate >= 0) {
      collation = rest.substring(collate + 9);
      rest = rest.substring(0, collate);
    }
    boolean nullable = !rest.contains(" not null");
    boolean generated = rest.contains(" generated");
    String columnType = rest.replace(" not null", "").replace(" generated", "");
    Matcher type = TYPE.matcher(columnType.toLowerCase(Locale.ROOT));
    if (!type.matches()) {
      throw new IllegalArgumentException(declaration);
    }
    String dataType = type.group(1);
    boolean text = dataType.endsWith("char") || dataType.endsWith("text");
    return new SourceColumn(
        words[0],
        ordinal,
        dataType,
        columnType,
        nullable,
        number(type.group(2)),
        number(type.group(2)),
        number(type.group(3)),
        text ? Optional.of(collation(collation)) : Optional.empty(),
        generated,
        false);
  }

  private static OptionalInt number(String digits) {
    return digits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
  }

  private static SourceCollation collation(String name) {
    return new SourceCollation(name.replaceFirst("_.*", ""), name, !name.contains("0900"));
  }

  public static SourceTable table(String... declarations) {
    List<SourceColumn> columns = new ArrayList<>();
    for (String declaration : declarations) {
      columns.add(column(columns.size() + 1, declaration));
    }
    return new SourceTable(INBOX, "InnoDB", columns, List.of());
  }

  /** A dataset of {@code payments.inbox} with event day {@code event_day}. */
  public static Dataset dataset(String payloadHash, String... identity) {
    return new Dataset(
        "inbox",
        0,
        INBOX,
        TableName.parse("payments.inbox_late"),
        Arrays.stream(identity).map(Identifier::of).toList(),
        Identifier.of("event_day"),
        EventDayOrigin.EVENT_TIME,
        payloadHash.isEmpty() ? Optional.empty() : Optional.of(Identifier.of(payloadHash)),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** The inbox most tests use. */
  public static ArchiveSchema inbox() {
    return ArchiveSchema.of(
        dataset("payload_hash", "consumer_name", "event_id"),
        table(
            "consumer_name varchar(64) not null",
            "event_id varchar(36) not null",
            "event_day date not null",
            "payload_hash binary(32) not null",
            "status varchar(16) not null",
            "tenant_id bigint not null",
            "amount_minor bigint",
            "version int not null",
            "processed_at datetime(6)"));
  }
}
