package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.UnsupportedColumnsException;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.archive.table.ArchivePoint;
import io.tallykeep.archive.table.TableMismatchException;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs look-ups of one dataset on the calling thread. Keeps the shape of the dataset's tables,
 * never an answer. Safe for use by many threads.
 */
final class Lookups {
  private final DataSource dataSource;
  private final ArchiveCatalog catalog;
  private final Dataset dataset;
  private final LedgerKey ledgerKey;
  private final AtomicReference<@Nullable TableShape> knownShape = new AtomicReference<>();

  Lookups(DataSource dataSource, ArchiveCatalog catalog, VerifierSettings settings) {
    this.dataSource = dataSource;
    this.catalog = catalog;
    this.dataset = settings.dataset();
    this.ledgerKey = LedgerKey.of(settings.controlSchema(), dataset);
  }

  /**
   * Looks an event up.
   *
   * @throws UndecidedException if nothing can be said
   * @throws SQLException if MySQL can't be read
   */
  Adjudication run(Query query, Deadline deadline, LookupTrace trace)
      throws SQLException, UndecidedException {
    try (LookupConnection mysql = LookupConnection.open(dataSource, deadline)) {
      TableShape shape = shape(mysql);
      Object[] identity = AskedIdentity.of(shape, query.identity());
      AskedHash.require(shape, query.payloadHash());
      Optional<LocalDate> day = eventDay(query, shape.schema(), identity);
      AskedEvent asked =
          new AskedEvent(dataset, shape.schema(), identity, query.payloadHash(), trace);
      LookupContext context = new LookupContext(asked, ledgerKey, shape, mysql);
      if (day.isEmpty()) {
        return new AllDaysLookup(context).run();
      }
      trace.eventDay(day.get());
      return new DayLookup(asked, day.get(), new ServerReads(context, day.get())).run();
    } catch (SQLException | UnsupportedColumnsException | TableMismatchException e) {
      // Perhaps a column went or came: the next look-up reads the tables' shape again.
      knownShape.set(null);
      throw e;
    }
  }

  /**
   * Questions that the archive must be read for: one of each archived day, the newest first.
   *
   * @throws UndecidedException if the tables or the archive can't be read
   * @throws SQLException if MySQL can't be read
   */
  List<Query> queriesOfArchive(Deadline deadline, LookupTrace trace)
      throws SQLException, UndecidedException {
    try (LookupConnection mysql = LookupConnection.open(dataSource, deadline)) {
      ArchiveProbe archive = shape(mysql).archive();
      return archive.queriesWithin(
          archive.pointer(mysql.forNextRead(), trace.reads()), trace.reads());
    }
  }

  /** Where the archive stood when a look-up last read it anew; empty before the first time. */
  Optional<ArchivePoint> archive() {
    return Optional.ofNullable(knownShape.get()).flatMap(shape -> shape.archive().lastPoint());
  }

  private TableShape shape(LookupConnection mysql) throws SQLException, UndecidedException {
    TableShape shape = knownShape.get();
    if (shape == null) {
      shape = TableShape.read(mysql.forNextRead(), dataset, catalog);
      knownShape.set(shape);
    }
    return shape;
  }

  /**
   * The day to look up: the one inside the identity where it has one, else the caller's.
   *
   * @throws UndecidedException if the identity lacks its day, if the caller's is another one, or if
   *     no DATE holds it
   */
  private Optional<LocalDate> eventDay(Query query, ArchiveSchema schema, Object[] identity)
      throws UndecidedException {
    Optional<LocalDate> day = query.eventDay();
    if (dataset.eventDayOrigin() != EventDayOrigin.EVENT_TIME) {
      LocalDate inside = dayInside(schema, identity);
      if (day.isPresent() && !day.get().equals(inside)) {
        throw new UndecidedException(
            UndecidableReason.EVENT_DAY_MISMATCH,
            "asked for event day "
                + day.get()
                + ", but the identity "
                + schema.describe(identity)
                + " holds "
                + inside
                + " (UTC). Find out where the other day comes from.");
      }
      day = Optional.of(inside);
    }
    if (day.isPresent() && !isDate(day.get())) {
      throw UndecidedException.notCovered(dataset, day.get());
    }
    return day;
  }

  private LocalDate dayInside(ArchiveSchema schema, Object[] identity) throws UndecidedException {
    int last = identity.length - 1;
    String text = schema.column(schema.identityIndexes().get(last)).type().text(identity[last]);
    return IdentityDay.of(dataset.eventDayOrigin(), text)
        .orElseThrow(
            () ->
                new UndecidedException(
                    UndecidableReason.EVENT_DAY_NOT_IN_IDENTITY,
                    "the event day of dataset "
                        + dataset.name()
                        + " comes from a "
                        + dataset.eventDayOrigin()
                        + " in "
                        + dataset.identity().get(last)
                        + ", and '"
                        + text
                        + "' is none. Check the identity's last value."));
  }

  private static boolean isDate(LocalDate day) {
    return !day.isBefore(DayLedger.FIRST_SENTINEL) && !day.isAfter(DayLedger.LAST_SENTINEL);
  }
}
