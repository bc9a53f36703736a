package io.tallykeep.jobs.retention.restore;

import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.file.DataFileException;
import io.tallykeep.archive.file.DataFileReader;
import io.tallykeep.archive.file.DataFileRows;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.copy.PartitionReader;
import io.tallykeep.jobs.retention.copy.StoreSilentException;
import io.tallykeep.jobs.retention.copy.UnexpectedDayException;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.RunLock;
import io.tallykeep.jobs.retention.restore.RestoreOutcome.Cause;
import io.tallykeep.jobs.retention.restore.RestoreOutcome.Refused;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restore: select the days' files, create the side table, insert the rows file by file in bounded
 * transactions, then read the side table back and compare.
 *
 * <p>What was inserted and how far the file is move in one transaction, so a restore that was
 * killed goes on where it stood, and a second one can't insert a row again. Of two archived rows
 * with one identity the later commit's stays: its files are taken first.
 */
public final class Restore {
  private static final Logger LOG = LoggerFactory.getLogger(Restore.class);
  private static final long MOST_BYTES = 4L << 20;

  private final RetentionServers servers;
  private final RestoreLog log;

  public Restore(RetentionServers servers) {
    this.servers = servers;
    this.log = new RestoreLog(servers.controlSchema());
  }

  /**
   * What a restore would take. Changes nothing.
   *
   * @throws SQLException if MySQL fails
   */
  public RestoreOutcome plan(RestoreRequest request) throws SQLException {
    try (Connection connection = servers.source().getConnection()) {
      ArchivedDays.Selection selection = new ArchivedDays(servers, request, connection).select();
      return selection instanceof ArchivedDays.Selection.Files files
          ? planned(files)
          : ((ArchivedDays.Selection.Nothing) selection).why();
    }
  }

  private static RestoreOutcome planned(ArchivedDays.Selection.Files chosen) {
    return new RestoreOutcome.Planned(
        chosen.metadataLocation(),
        chosen.files().size(),
        chosen.files().stream().mapToLong(RestoreFile::rowCount).sum(),
        chosen.files().stream().mapToLong(RestoreFile::sizeBytes).sum());
  }

  /**
   * Restores the days, or goes on with a restore of the same days into the same table. A finished
   * one is read back and compared again.
   *
   * @throws SQLException if MySQL fails: run it again
   * @throws StoreSilentException if the object store does not answer: run it again
   */
  public RestoreOutcome run(RestoreRequest request) throws SQLException, IOException {
    LockAttempt<RunLock> attempt =
        RunLock.tryAcquire(servers.source(), "restore " + request.target());
    if (attempt instanceof LockAttempt.Refused<RunLock> refused) {
      return new Refused(
          "RESTORE_RUNNING",
          Cause.NOT_NOW,
          "another restore into " + request.target() + " is alive: " + refused.holder() + ".");
    }
    try (RunLock lock = ((LockAttempt.Held<RunLock>) attempt).lock();
        Session session = Session.open(servers.source())) {
      return run(request, session, lock);
    }
  }

  /**
   * Drops a side table of Tallykeep's and takes its restore off the record. Does nothing to a table
   * that is no restore, and nothing where there is none.
   */
  public void discard(TableName target) throws SQLException {
    try (Session session = Session.open(servers.source())) {
      Optional<RestoreRecord> known = log.find(session, target);
      if (known.isEmpty()) {
        return;
      }
      SideTable table = new SideTable(session, target);
      if (table.comment().equals(Optional.of(known.get().comment()))) {
        table.drop();
      }
      log.forget(session, known.get());
    }
  }

  private RestoreOutcome run(RestoreRequest request, Session session, RunLock lock)
      throws SQLException, IOException {
    SideTable table = new SideTable(session, request.target());
    Optional<RestoreRecord> known = log.find(session, request.target());
    Optional<String> comment = table.comment();
    if (comment.isPresent()) {
      if (known.isEmpty() || !known.get().comment().equals(comment.get())) {
        return taken(request, "is there already and is no restore of Tallykeep's");
      }
      if (!known.get().isOf(request)) {
        return taken(request, "is a restore of other days: " + known.get());
      }
      return restore(request, known.get(), session, lock);
    }
    if (known.isPresent()) {
      log.forget(session, known.get());
    }
    ArchivedDays.Selection selection =
        new ArchivedDays(servers, request, session.connection()).select();
    if (selection instanceof ArchivedDays.Selection.Nothing nothing) {
      return nothing.why();
    }
    ArchivedDays.Selection.Files chosen = (ArchivedDays.Selection.Files) selection;
    RestoreRecord record = log.begin(session, request, chosen.metadataLocation(), chosen.files());
    table.create(request.retained().dataset(), record.comment());
    return restore(request, record, session, lock);
  }

  private static Refused taken(RestoreRequest request, String why) {
    return new Refused(
        "TARGET_EXISTS",
        Cause.REQUEST,
        "table "
            + request.target()
            + " "
            + why
            + ". Name another with --into, or drop it. Nothing was changed.");
  }

  private RestoreOutcome restore(
      RestoreRequest request, RestoreRecord record, Session session, RunLock lock)
      throws SQLException, IOException {
    SourceTable side =
        SourceTable.read(session.connection(), request.target())
            .orElseThrow(
                () -> new SQLException("the account sees no table " + request.target(), "42S02"));
    ArchiveSchema schema = ArchiveSchema.of(request.retained().dataset(), side);
    SideTableWriter writer = new SideTableWriter(session, schema);
    List<RestoreFile> files = log.files(session, record);
    for (RestoreFile file : files) {
      if (file.fileDigest().isEmpty()) {
        lock.verify();
        boolean copied = files.stream().anyMatch(file::mayRepeat);
        Optional<Refused> refused =
            take(file, schema, new Batches(record, writer, session, file, copied));
        if (refused.isPresent()) {
          return refused.get();
        }
      }
    }
    return verify(request, record, session, side);
  }

  /** Compares the files with what was proven, and the side table with the files. */
  private RestoreOutcome verify(
      RestoreRequest request, RestoreRecord record, Session session, SourceTable side)
      throws SQLException, IOException {
    List<RestoreFile> files = log.files(session, record);
    List<String> differences =
        new ArchivedDays(servers, request, session.connection()).differences(files);
    if (!differences.isEmpty()) {
      return evidence("NOT_AS_PROVEN", differences);
    }
    PartitionReader.DayDigests found;
    try {
      found =
          PartitionReader.ofWholeTable(
                  ArchiveSchema.of(request.retained().dataset(), side),
                  side,
                  request.days().collect(Collectors.toSet()),
                  servers.settings().copy().pageRows())
              .digest(session.connection());
    } catch (UnexpectedDayException e) {
      return evidence("RESTORE_DIFFERS", List.of(String.valueOf(e.getMessage())));
    }
    List<RestoreOutcome.Day> days =
        request.days().map(day -> restored(day, files, found.of(day))).toList();
    for (RestoreOutcome.Day day : days) {
      TableDigest wanted = taken(day.eventDay(), files);
      if (!wanted.equals(day.digest())) {
        differences.add(
            day.eventDay() + ": restored were " + wanted + ", MySQL returns " + day.digest());
      }
    }
    if (!differences.isEmpty()) {
      return evidence("RESTORE_DIFFERS", differences);
    }
    log.verified(session, record);
    return new RestoreOutcome.Restored(record.metadataLocation(), days);
  }

  private static TableDigest taken(LocalDate day, List<RestoreFile> files) {
    return files.stream()
        .filter(file -> file.eventDay().equals(day))
        .map(RestoreFile::restored)
        .reduce(TableDigest.ZERO, TableDigest::plus);
  }

  private static RestoreOutcome.Day restored(
      LocalDate day, List<RestoreFile> files, TableDigest found) {
    List<RestoreFile> ofDay = files.stream().filter(file -> file.eventDay().equals(day)).toList();
    return new RestoreOutcome.Day(
        day, found, ofDay.size(), ofDay.stream().mapToLong(RestoreFile::olderCopies).sum());
  }

  private static Refused evidence(String code, List<String> differences) {
    return new Refused(code, Cause.EVIDENCE, String.join("; ", differences) + ".");
  }

  /** Takes one file from where it stands to its end; a value says why that can't be. */
  private Optional<Refused> take(RestoreFile file, ArchiveSchema schema, Batches batches)
      throws SQLException {
    RowDigester whole = new RowDigester(schema);
    try (DataFileRows rows =
        new DataFileReader(schema)
            .open(servers.storage().fileIO().newInputFile(file.path(), file.sizeBytes()))) {
      while (rows.advance()) {
        whole.add(rows.row());
        if (rows.rowCount() > file.rowsTaken()) {
          batches.add(rows.row(), whole.encodedBytes());
        }
      }
      batches.flush();
    } catch (DataFileException e) {
      if (StoreSilentException.isBehind(e)) {
        throw new StoreSilentException(String.valueOf(e.getMessage()), e);
      }
      return Optional.of(evidence("FILE_DAMAGED", List.of(String.valueOf(e.getMessage()))));
    } catch (SQLIntegrityConstraintViolationException e) {
      return Optional.of(
          evidence(
              "SEVERAL_ROWS",
              List.of(
                  file.path()
                      + " holds a row whose identity another file of the same commit holds too: "
                      + MysqlError.text(e))));
    }
    if (whole.digest().rowCount() != file.rowCount()) {
      return Optional.of(
          evidence(
              "FILE_DAMAGED",
              List.of(
                  file.path()
                      + " holds "
                      + whole.digest().rowCount()
                      + " rows, the archive says "
                      + file.rowCount())));
    }
    batches.finished(whole.digest());
    LOG.info("restored {}: {} rows", file.path(), file.rowCount());
    return Optional.empty();
  }

  /** Rows of one file, inserted in transactions of bounded size. */
  private final class Batches {
    private final RestoreRecord record;
    private final SideTableWriter writer;
    private final Session session;
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private final boolean copied;
    private RestoreFile file;
    private long bytes;

    /**
     * @param copied whether a later commit's file of the day may hold the same identities
     */
    Batches(
        RestoreRecord record,
        SideTableWriter writer,
        Session session,
        RestoreFile file,
        boolean copied) {
      this.copied = copied;
      this.record = record;
      this.writer = writer;
      this.session = session;
      this.file = file;
    }

    void add(@Nullable Object[] row, int encodedBytes) throws SQLException {
      rows.add(row);
      bytes += encodedBytes;
      if (bytes >= MOST_BYTES || rows.size() >= servers.settings().copy().pageRows()) {
        flush();
      }
    }

    /** One transaction. If it fails, the session ends with the run and the server rolls back. */
    void flush() throws SQLException {
      if (rows.isEmpty()) {
        return;
      }
      session.execute("START TRANSACTION");
      TableDigest inserted = writer.insert(copied ? writer.missing(rows) : rows).digest();
      RestoreFile next = file.advanced(rows.size(), inserted);
      if (!log.advance(session, record, file, next)) {
        throw new SQLException("another restore has taken " + file.path() + " on meanwhile");
      }
      session.execute("COMMIT");
      file = next;
      rows.clear();
      bytes = 0;
    }

    void finished(TableDigest whole) throws SQLException {
      log.finished(session, record, file, whole);
    }
  }
}
