package io.tallykeep.jobs.retention.guard;

import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The BEFORE triggers a table has, told apart by whether they are the guard's.
 *
 * @param definition what the guard should be
 * @param ours triggers with the guard's names
 * @param foreign names of the others
 */
record InstalledTriggers(GuardDefinition definition, List<Installed> ours, List<String> foreign) {
  /** One trigger as the data dictionary has it. */
  record Installed(
      GuardTrigger trigger, String definer, Optional<Instant> createdAt, int literal) {}

  private record Row(
      String name, String event, String body, String definer, @Nullable LocalDateTime created) {}

  static InstalledTriggers read(Session session, GuardDefinition definition) throws SQLException {
    List<Installed> ours = new ArrayList<>();
    List<String> foreign = new ArrayList<>();
    for (Row row : rows(session, definition)) {
      Optional<Integer> literal = TriggerName.literal(definition.table(), row.event(), row.name());
      if (literal.isEmpty()) {
        foreign.add(row.name() + " (BEFORE " + row.event() + ")");
      } else {
        ours.add(installed(definition, row, literal.get()));
      }
    }
    return new InstalledTriggers(definition, ours, foreign);
  }

  private static List<Row> rows(Session session, GuardDefinition definition) throws SQLException {
    return session.query(
        "SELECT TRIGGER_NAME, EVENT_MANIPULATION, ACTION_STATEMENT, DEFINER, CREATED"
            + " FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = ?"
            + " AND EVENT_OBJECT_TABLE = ? AND ACTION_TIMING = 'BEFORE'",
        row ->
            new Row(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getObject(5, LocalDateTime.class)),
        definition.table().schema().value(),
        definition.table().table().value());
  }

  private static Installed installed(GuardDefinition definition, Row row, int literal) {
    GuardTrigger trigger =
        new GuardTrigger(
            TriggerName.of(definition.table(), row.event(), literal),
            definition.table(),
            row.event(),
            row.body());
    Optional<Instant> created =
        Optional.ofNullable(row.created()).map(time -> time.toInstant(ZoneOffset.UTC));
    return new Installed(trigger, row.definer(), created, literal);
  }

  boolean isAbsent() {
    return ours.isEmpty();
  }

  /** Triggers of several definers, or without a time, were not made by one installation. */
  private boolean isOfOneInstallation() {
    return ours.stream().map(Installed::definer).distinct().count() <= 1
        && ours.stream().allMatch(one -> one.createdAt().isPresent());
  }

  /** The wanted triggers that are not there. */
  List<GuardTrigger> missing() {
    List<GuardTrigger> stale = stale();
    List<GuardTrigger> kept =
        ours.stream().map(Installed::trigger).filter(t -> !stale.contains(t)).toList();
    return definition.triggers().stream().filter(wanted -> !kept.contains(wanted)).toList();
  }

  /** The triggers of ours that are not wanted: another literal, text or installation. */
  List<GuardTrigger> stale() {
    List<GuardTrigger> wanted = definition.triggers();
    return ours.stream()
        .map(Installed::trigger)
        .filter(trigger -> !wanted.contains(trigger) || !isOfOneInstallation())
        .toList();
  }

  /** When the newest was created. */
  Optional<Instant> newestCreatedAt() {
    return ours.stream().flatMap(one -> one.createdAt().stream()).max(Instant::compareTo);
  }

  /** Triggers that are not the guard's and run before a write. */
  List<Finding> foreignFindings() {
    if (foreign.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Finding(
            "FOREIGN_TRIGGER",
            Finding.Owner.DATA,
            "table " + definition.table() + " has other BEFORE triggers: " + foreign + ".",
            "One of them could change the day after the guard has looked at it: drop them, or make"
                + " them AFTER triggers."));
  }

  /** What speaks against these triggers, of which there is one, being a whole guard. */
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>(foreignFindings());
    TreeSet<Integer> literals = new TreeSet<>(ours.stream().map(Installed::literal).toList());
    List<GuardTrigger> there = ours.stream().map(Installed::trigger).toList();
    if (literals.size() > 1
        || there.size() != 3
        || !there.containsAll(definition.triggers(literals.first()))) {
      findings.add(
          new Finding(
              "GUARD_ALTERED",
              Finding.Owner.DATA,
              "the triggers of "
                  + definition.table()
                  + " are not the guard's: "
                  + ours.stream().map(one -> one.trigger().name()).toList()
                  + ", one is missing, left over, or has another text.",
              "Run 'jobs guard install' again; find out who changed them."));
    }
    if (!isOfOneInstallation()) {
      findings.add(
          new Finding(
              "GUARD_ALTERED",
              Finding.Owner.DATA,
              "the triggers of "
                  + definition.table()
                  + " have different definers, or do not say when they were created.",
              "Run 'jobs guard install' again; find out who changed them."));
    }
    return findings;
  }
}
