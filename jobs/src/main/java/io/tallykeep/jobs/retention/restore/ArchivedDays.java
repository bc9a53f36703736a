package io.tallykeep.jobs.retention.restore;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.table.ArchiveSnapshot;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.ObjectState;
import io.tallykeep.archive.table.Pointer;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.jobs.retention.restore.RestoreOutcome.Cause;
import io.tallykeep.jobs.retention.restore.RestoreOutcome.Refused;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.LedgerListing;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger and the archive say about the days asked for: whether they can be restored, from
 * which files, and what those files must hold. Changes nothing.
 */
final class ArchivedDays {
  private final RetentionServers servers;
  private final RestoreRequest request;
  private final Connection connection;

  ArchivedDays(RetentionServers servers, RestoreRequest request, Connection connection) {
    this.servers = servers;
    this.request = request;
    this.connection = connection;
  }

  /** The archive's files of the days, or why there is nothing to restore. */
  sealed interface Selection {
    record Files(String metadataLocation, List<RestoreFile> files) implements Selection {}

    record Nothing(Refused why) implements Selection {}
  }

  /** Chooses the files and looks for each in the object store. */
  Selection select() throws SQLException {
    LedgerListing ledger =
        DayLedger.days(
            connection, LedgerKey.of(servers.controlSchema(), request.retained().dataset()));
    Optional<Refused> notArchived = notArchived(ledger);
    if (notArchived.isPresent()) {
      return new Selection.Nothing(notArchived.get());
    }
    Optional<ArchiveTable> table = servers.catalog().open(request.retained().dataset());
    if (table.isEmpty()) {
      return nothing("ARCHIVE_LOST", "the catalog has no archive table for it");
    }
    Pointer pointer = table.get().pointer(connection);
    if (pointer.isForeign()) {
      return nothing(
          "FOREIGN_HEAD",
          "the archive's pointer " + pointer.metadataLocation() + " was not moved by Tallykeep");
    }
    long raisedTo =
        ledger.days().stream()
            .filter(day -> request.covers(day.day()))
            .mapToLong(LedgerDay::snapshotSequence)
            .max()
            .orElse(0);
    if (pointer.snapshotSequence() < raisedTo) {
      return nothing(
          "STALE_POINTER",
          "the archive stands at snapshot sequence "
              + pointer.snapshotSequence()
              + ", the ledger was raised to "
              + raisedTo
              + ": run './tallykeep jobs rebuild-catalog'");
    }
    List<RestoreFile> files = files(table.get().at(pointer));
    List<String> damaged = damaged(files);
    return damaged.isEmpty()
        ? new Selection.Files(pointer.metadataLocation(), files)
        : nothing("FILE_DAMAGED", String.join("; ", damaged));
  }

  private Selection nothing(String code, String what) {
    return new Selection.Nothing(
        new Refused(
            code, Cause.EVIDENCE, "dataset " + request.retained().name() + ": " + what + "."));
  }

  private Optional<Refused> notArchived(LedgerListing ledger) {
    List<String> open = new ArrayList<>();
    for (LocalDate day = request.firstDay();
        !day.isAfter(request.lastDay()) && open.size() < 10;
        day = day.plusDays(1)) {
      Optional<LedgerDay> row = ledger.day(day);
      if (row.isEmpty()) {
        open.add(day + " is not in the day ledger");
      } else if (row.get().progress() == Progress.EXPIRED) {
        open.add(day + " has expired");
      } else if (!row.get().progress().isAtLeast(Progress.PROVEN)) {
        open.add(day + " is " + row.get().progress() + ", its archive is not proven yet");
      }
    }
    return open.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Refused(
                "NOT_ARCHIVED",
                Cause.NOT_NOW,
                "dataset "
                    + request.retained().name()
                    + ": "
                    + String.join("; ", open)
                    + ". Only days that are PROVEN to DROPPED can be restored;"
                    + " './tallykeep jobs status' lists them."));
  }

  /** By day; within a day the latest commit first, so that its rows win. */
  private List<RestoreFile> files(ArchiveSnapshot snapshot) {
    List<ArchivedFile> chosen =
        snapshot.allFiles().stream()
            .filter(file -> request.covers(file.eventDay()))
            .sorted(
                Comparator.comparing(ArchivedFile::eventDay)
                    .thenComparing(ArchivedFile::sequence, Comparator.reverseOrder())
                    .thenComparing(ArchivedFile::path))
            .toList();
    List<RestoreFile> files = new ArrayList<>();
    for (ArchivedFile file : chosen) {
      files.add(RestoreFile.planned(files.size(), file));
    }
    return files;
  }

  /** Files that the store no longer holds with their size and, where it is known, entity tag. */
  private List<String> damaged(List<RestoreFile> files) throws SQLException {
    Map<String, ArchiveFiles.Recorded> recorded = recorded();
    List<String> damaged = new ArrayList<>();
    for (RestoreFile file : files) {
      ObjectState state = servers.storage().objectState(file.path());
      Optional<String> etag =
          Optional.ofNullable(recorded.get(file.path())).map(found -> found.etag());
      if (!(state instanceof ObjectState.Present present)
          || present.sizeBytes() != file.sizeBytes()
          || !present.etag().equals(etag.orElse(present.etag()))) {
        damaged.add(
            file.path()
                + ": written with "
                + file.sizeBytes()
                + " bytes"
                + etag.map(tag -> " and entity tag " + tag).orElse("")
                + ", the object store now says "
                + state);
      }
    }
    return damaged;
  }

  private Map<String, ArchiveFiles.Recorded> recorded() throws SQLException {
    return new ArchiveFiles(servers.controlSchema())
        .ofDays(connection, request.retained().dataset(), request.firstDay(), request.lastDay());
  }

  /**
   * In what the files, read to their ends, differ from what was recorded when they were written and
   * proven; empty if in nothing.
   *
   * @param files all files of the days, each with its digest
   */
  List<String> differences(List<RestoreFile> files) throws SQLException {
    List<String> differences = new ArrayList<>();
    Map<String, ArchiveFiles.Recorded> recorded = recorded();
    for (RestoreFile file : files) {
      TableDigest found = file.fileDigest().orElseThrow();
      ArchiveFiles.Recorded written = recorded.get(file.path());
      if (written != null && !written.digest().equals(found)) {
        differences.add(file.path() + ": wrote " + written.digest() + ", read back " + found);
      }
    }
    Map<String, Long> sequences =
        servers.catalog().open(request.retained().dataset()).orElseThrow().runs().stream()
            .collect(Collectors.toMap(PublishedRun::runId, PublishedRun::sequence, (a, b) -> a));
    DayLedger.days(connection, LedgerKey.of(servers.controlSchema(), request.retained().dataset()))
        .days()
        .stream()
        .filter(day -> request.covers(day.day()))
        .flatMap(day -> difference(day, files, sequences::get).stream())
        .forEach(differences::add);
    return differences;
  }

  /** The files that the day's own run published must hold what was proven of the day. */
  private static Optional<String> difference(
      LedgerDay day, List<RestoreFile> files, Function<String, @Nullable Long> sequenceOf) {
    Long sequence = sequenceOf.apply(day.runId().orElse(""));
    if (sequence == null) {
      return Optional.of(
          day.day() + ": the archive's history has no run " + day.runId().orElse("(none)"));
    }
    TableDigest published =
        files.stream()
            .filter(file -> file.eventDay().equals(day.day()) && file.sequence() == sequence)
            .map(file -> file.fileDigest().orElseThrow())
            .reduce(TableDigest.ZERO, TableDigest::plus);
    TableDigest proven =
        TableDigest.parse(day.rowCount().orElse(0), day.digest().orElse("0".repeat(64)));
    return published.equals(proven)
        ? Optional.empty()
        : Optional.of(day.day() + ": proven were " + proven + ", its files hold " + published);
  }
}
