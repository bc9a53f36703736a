package io.tallykeep.archive.schema;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.iceberg.MetadataColumns;

/** Maps one table and collects everything that stands in the way before it gives up. */
final class SchemaMapper {
  /**
   * Every string of these has exactly one form in Unicode, and their binary collations sort as
   * UTF-8 bytes do, but for what {@link IdentityRule} refuses in latin1. Strings of other sets are
   * checked row by row.
   */
  private static final Set<String> UNICODE =
      Set.of("utf8mb4", "utf8mb3", "utf8", "ascii", "latin1", "utf16", "utf16le", "utf32", "ucs2");

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_$]{1,64}");

  private final Dataset dataset;
  private final SourceTable table;
  private final List<ArchiveColumn> columns = new ArrayList<>();
  private final Map<Integer, String> checkedText = new LinkedHashMap<>();
  private final List<UnsupportedColumnsException.Column> refused = new ArrayList<>();

  SchemaMapper(Dataset dataset, SourceTable table) {
    this.dataset = dataset;
    this.table = table;
  }

  ArchiveSchema map() {
    for (SourceColumn column : table.columns()) {
      map(column);
    }
    for (Identifier column : namedByDataset()) {
      if (table.column(column).isEmpty()) {
        refused.add(
            new UnsupportedColumnsException.Column(
                column.value(),
                "missing",
                "dataset " + dataset.name() + " names it, but the table has no such column"));
      }
    }
    List<SourceColumn> identity = identity();
    checkEventDay();
    if (!refused.isEmpty()) {
      throw new UnsupportedColumnsException(table.name(), refused);
    }
    return new ArchiveSchema(
        new SchemaParts(
            dataset,
            table.name(),
            columns,
            identity.stream().map(this::position).toList(),
            position(table.column(dataset.eventDay()).orElseThrow()),
            IdentityRule.of(identity),
            checkedText));
  }

  private void map(SourceColumn column) {
    if (!usable(column.name()) || MetadataColumns.isMetadataColumn(column.name())) {
      refuse(column, "the archive can't use this name; rename the column");
      return;
    }
    TypeMapping mapping = TypeMapping.of(column);
    if (mapping instanceof TypeMapping.Unsupported unsupported) {
      refuse(column, unsupported.reason());
    } else if (mapping instanceof TypeMapping.Mapped mapped) {
      if (column.collation().isPresent() && !UNICODE.contains(column.collation().get().charset())) {
        checkedText.put(columns.size(), column.collation().get().charset());
      }
      columns.add(
          new ArchiveColumn(
              columns.size() + 1,
              Identifier.of(column.name()),
              mapped.type(),
              !column.nullable(),
              column.columnType()));
    }
  }

  private static boolean usable(String name) {
    return NAME.matcher(name).matches();
  }

  private int position(SourceColumn column) {
    return table.columns().indexOf(column);
  }

  private Set<Identifier> namedByDataset() {
    Set<Identifier> named = new LinkedHashSet<>(dataset.identity());
    named.add(dataset.eventDay());
    dataset.payloadHash().ifPresent(named::add);
    named.addAll(dataset.result());
    dataset.liveRows().map(LiveRows::column).ifPresent(named::add);
    dataset.businessKey().map(BusinessKey::columns).ifPresent(named::addAll);
    return named;
  }

  private List<SourceColumn> identity() {
    List<SourceColumn> identity = new ArrayList<>();
    for (Identifier name : dataset.identity()) {
      table.column(name).ifPresent(identity::add);
    }
    for (SourceColumn column : identity) {
      checkIdentity(column);
    }
    return identity;
  }

  private void checkIdentity(SourceColumn column) {
    if (column.nullable()) {
      refuse(column, "an identity column must be NOT NULL: NULL equals nothing");
    }
    if (column.dataType().endsWith("text") || column.dataType().endsWith("blob")) {
      refuse(column, "an identity column must be indexed whole, and this type can't be");
    }
    if (column.collation().isPresent()) {
      SourceCollation collation = column.collation().get();
      if (!collation.binary() || !UNICODE.contains(collation.charset())) {
        refuse(
            column,
            "an identity column needs a binary collation of a Unicode, ascii or latin1 character"
                + " set, best utf8mb4_0900_bin; "
                + collation.name()
                + " calls different bytes equal or orders them otherwise");
      }
    }
  }

  private void checkEventDay() {
    table
        .column(dataset.eventDay())
        .filter(c -> !c.dataType().equals("date") || c.nullable() || c.generated())
        .ifPresent(c -> refuse(c, "the event day must be a plain DATE NOT NULL"));
  }

  private void refuse(SourceColumn column, String reason) {
    refused.add(new UnsupportedColumnsException.Column(column.name(), column.columnType(), reason));
  }
}
