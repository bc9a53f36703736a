package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveReadException;
import io.tallykeep.archive.table.ControlSchemaException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All readings of one event, state after state, and what the product's own look-up makes of them.
 * Safe for use by several threads once nothing is added any more.
 */
public final class EventRecord {
  private final Dataset dataset;
  private final ArchiveSchema schema;
  private final LocalDate day;
  private final String name;
  private final String event;
  private final Object[] identity;
  private final List<Readings> states = new ArrayList<>();
  private int committedAt = Integer.MAX_VALUE;

  EventRecord(
      Dataset dataset,
      ArchiveSchema schema,
      LocalDate day,
      String name,
      String event,
      Object[] identity) {
    this.dataset = dataset;
    this.schema = schema;
    this.day = day;
    this.name = name;
    this.event = event;
    this.identity = identity;
  }

  /** What the event is called in this test. */
  public String name() {
    return name;
  }

  /** Its id. */
  public String event() {
    return event;
  }

  public LocalDate day() {
    return day;
  }

  Object[] identity() {
    return identity;
  }

  void add(Readings readings) {
    states.add(readings);
  }

  List<Readings> states() {
    return states;
  }

  /** From this state on its row is committed. */
  public void committed(int state) {
    committedAt = state;
  }

  int committedAt() {
    return committedAt;
  }

  /**
   * The states that differ for this event: of neighbours that no read can tell apart only the first
   * is taken.
   */
  List<Readings> distinctStates() {
    List<Readings> distinct = new ArrayList<>();
    for (Readings readings : states) {
      if (distinct.isEmpty()
          || !readings.changesSince(distinct.get(distinct.size() - 1)).isEmpty()
          || readings.state() == committedAt) {
        distinct.add(readings);
      }
    }
    return distinct;
  }

  /** Lets the product decide by these reads. */
  Adjudication decide(DayReads reads) {
    LookupTrace trace =
        new LookupTrace(LookupListener.NONE, ReadScope.within(Duration.ofMinutes(1)));
    AskedEvent asked = new AskedEvent(dataset, schema, identity, Optional.empty(), trace);
    trace.eventDay(day);
    try {
      return new DayLookup(asked, day, reads).run();
    } catch (UndecidedException | SQLException e) {
      return trace.noRow(Failures.of(e));
    } catch (ControlSchemaException | ArchiveReadException e) {
      return trace.noRow(Failures.of(e));
    }
  }
}
