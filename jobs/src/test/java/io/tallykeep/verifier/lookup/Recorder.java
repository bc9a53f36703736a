package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.archive.table.Pointer;
import io.tallykeep.archive.table.StoredObject;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.online.DayStatements;
import io.tallykeep.verifier.online.LateProbe;
import io.tallykeep.verifier.online.OnlineProbe;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartition;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes every single read that a look-up of some events of one day consists of, from the servers,
 * at one state of the archiver after the other: the archive also at each pointer that was ever
 * seen, and the online table in each partition that ever held the day.
 *
 * <p>What a pointer leads to is read again as soon as an object of the bucket is gone; as long as
 * there are only more, files that never change give what they gave.
 */
public final class Recorder {
  private final Connection connection;
  private final ArchiveCatalog catalog;
  private final Dataset dataset;
  private final ArchiveSchema schema;
  private final LedgerKey ledger;
  private final LocalDate day;
  private final Supplier<Set<StoredObject>> objects;
  private final List<EventRecord> events;
  private final OnlineProbe online;
  private final LateProbe late;
  private final Map<String, TablePartition> partitions = new LinkedHashMap<>();
  private final Map<String, Optional<Pointer>> pointers = new LinkedHashMap<>();
  private final Map<String, ArchiveProbe> archives = new HashMap<>();
  private Set<StoredObject> objectsBefore = Set.of();
  private int next;

  /**
   * Where and what is read.
   *
   * @param connection autocommit, to the writable primary
   * @param objects the bucket's objects as they are now; none is ever overwritten
   */
  public record Source(
      Connection connection,
      ArchiveCatalog catalog,
      ArchiveSchema schema,
      Identifier controlSchema,
      Supplier<Set<StoredObject>> objects) {}

  /**
   * @param ids the events' ids by the name they have in the test
   */
  public Recorder(Source source, LocalDate day, String consumer, Map<String, String> ids) {
    this.connection = source.connection();
    this.catalog = source.catalog();
    this.schema = source.schema();
    this.dataset = schema.dataset();
    this.ledger = LedgerKey.of(source.controlSchema(), dataset);
    this.day = day;
    this.objects = source.objects();
    this.online = new OnlineProbe(dataset, schema);
    this.late = new LateProbe(dataset, schema);
    this.events =
        ids.entrySet().stream()
            .map(
                id ->
                    new EventRecord(
                        dataset,
                        schema,
                        day,
                        id.getKey(),
                        id.getValue(),
                        identity(consumer, id.getValue())))
            .toList();
  }

  private Object[] identity(String consumer, String event) {
    List<Integer> indexes = schema.identityIndexes();
    return new Object[] {
      schema.column(indexes.get(0)).type().parse(consumer),
      schema.column(indexes.get(1)).type().parse(event)
    };
  }

  public List<EventRecord> events() {
    return events;
  }

  /** The event of this name. */
  public EventRecord event(String name) {
    return events.stream().filter(event -> event.name().equals(name)).findFirst().orElseThrow();
  }

  /** How many states were recorded. */
  public int states() {
    return next;
  }

  /**
   * Records the present state.
   *
   * @return where something changed since the last one, for whichever event
   */
  public Set<Place> record() throws SQLException {
    Recorded<LedgerReading> ledgerNow = Recorded.of(() -> DayLedger.read(connection, ledger, day));
    Recorded<TablePartitions> bounds = Recorded.of(this::readBounds);
    bounds
        .value()
        .flatMap(now -> now.partitionOf(day))
        .ifPresent(now -> partitions.putIfAbsent(now.name().value(), now));
    Recorded<Optional<Pointer>> pointer =
        Recorded.of(() -> new ArchiveProbe(catalog, dataset, schema).pointer(connection, reads()));
    pointer.value().ifPresent(now -> pointers.putIfAbsent(Readings.key(now), now));
    Set<StoredObject> objectsNow = objects.get();
    boolean carryOver = objectsNow.containsAll(objectsBefore);
    objectsBefore = objectsNow;
    Set<Place> changed = EnumSet.noneOf(Place.class);
    for (EventRecord event : events) {
      Readings readings =
          new Readings(
              next,
              ledgerNow,
              bounds,
              rows(event),
              Recorded.of(() -> late.probe(connection, event.identity())),
              pointer,
              archive(event, carryOver));
      if (next > 0) {
        changed.addAll(readings.changesSince(event.states().get(next - 1)));
      }
      event.add(readings);
    }
    next++;
    return changed;
  }

  private static ReadScope reads() {
    return ReadScope.within(Duration.ofMinutes(1));
  }

  private TablePartitions readBounds() throws SQLException {
    try {
      return TablePartitions.read(connection, dataset);
    } catch (PartitioningNotSupported e) {
      throw new AssertionError(e);
    }
  }

  private Map<String, Recorded<Optional<List<@Nullable Object[]>>>> rows(EventRecord event) {
    Map<String, Recorded<Optional<List<@Nullable Object[]>>>> rows = new HashMap<>();
    DayStatements statements = online.statements(connection, day, event.identity());
    rows.put(
        Readings.ANY_PARTITION, Recorded.of(() -> Optional.of(statements.rowsInAnyPartition())));
    partitions.forEach(
        (name, partition) -> rows.put(name, Recorded.of(() -> statements.rows(partition))));
    return rows;
  }

  private Map<String, Recorded<ArchiveProbe.Outcome>> archive(EventRecord event, boolean carryOver)
      throws SQLException {
    Map<String, Recorded<ArchiveProbe.Outcome>> found = new HashMap<>();
    for (Map.Entry<String, Optional<Pointer>> pointer : pointers.entrySet()) {
      Recorded<ArchiveProbe.Outcome> before =
          next == 0 ? null : event.states().get(next - 1).archive().get(pointer.getKey());
      found.put(
          pointer.getKey(),
          carryOver && before != null ? before : probe(pointer.getValue(), event));
    }
    return found;
  }

  private Recorded<ArchiveProbe.Outcome> probe(Optional<Pointer> pointer, EventRecord event)
      throws SQLException {
    ArchiveProbe probe = archives.get(Readings.key(pointer));
    if (probe == null) {
      probe = new ArchiveProbe(catalog, dataset, schema);
      archives.put(Readings.key(pointer), probe);
      if (pointer.isPresent()) {
        probe.pointer(connection, reads());
      }
    }
    ArchiveProbe known = probe;
    return Recorded.of(
        () -> {
          try {
            return known.probe(pointer, day, event.identity(), reads());
          } catch (UndecidedException e) {
            throw new AssertionError(e);
          }
        });
  }
}
