package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.read.ReadLimits;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.sandbox.HttpFaultProxy;
import io.tallykeep.sandbox.HttpSeen;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestInbox;
import io.tallykeep.verifier.testing.TestSchema;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import software.amazon.awssdk.core.sync.RequestBody;

/**
 * Days whose rows are in the archive only, look-ups in them, and a proxy before the object store
 * that sees every request. Each day holds the events 0, 2 and 4, so that 1 and 3 lie between.
 */
final class ColdArchive implements AutoCloseable {
  /** Never a second request for a slow one: on a busy machine any may be. */
  static final ReadLimits UNHEDGED = new ReadLimits(32, Duration.ZERO, 1 << 20, 1 << 20, 0);

  static final Predicate<HttpSeen> DATA_FILE = request -> request.gets(".parquet");

  final HttpFaultProxy proxy = HttpFaultProxy.inFrontOf(Sandbox.shared().s3().endpoint());
  final TestInbox inbox = TestInbox.create(TestSchema.create().withControlTables());
  final TestArchive archive = TestArchive.create(inbox.schema(), inbox.dataset());
  private final S3Address through = Sandbox.shared().s3().throughPort(proxy.port());

  /** Archives the day and takes its rows out of MySQL. Returns the file. */
  String archived(LocalDate day) {
    for (int number = 0; number <= 4; number += 2) {
      inbox.online(event(day, number), day);
    }
    inbox.ledger(day, Progress.FROZEN);
    Set<String> files = archive.publish(day);
    inbox.schema().execute("DELETE FROM inbox WHERE event_day = ?", day);
    inbox.ledger(day, Progress.DROPPED);
    return files.iterator().next();
  }

  static String event(LocalDate day, int number) {
    return day + "-" + number;
  }

  /** The bucket as look-ups reach it. */
  ArchiveStorage storage(ReadLimits limits) {
    return archive.storage(through, limits);
  }

  Adjudicator adjudicator(ArchiveStorage storage, Duration deadline) {
    return new Adjudicator(
        inbox.schema().dataSource(),
        archive.catalog(storage),
        storage,
        new VerifierSettings(inbox.schema().name(), inbox.dataset(), deadline, 8),
        LookupListener.NONE);
  }

  static Adjudication ask(Adjudicator adjudicator, LocalDate day, int number) {
    return adjudicator.adjudicate(
        new Query(
            "inbox", List.of("billing", event(day, number)), Optional.of(day), Optional.empty()));
  }

  static Adjudication askWithoutDay(Adjudicator adjudicator, LocalDate day, int number) {
    return adjudicator.adjudicate(
        new Query(
            "inbox", List.of("billing", event(day, number)), Optional.empty(), Optional.empty()));
  }

  byte[] object(String path) {
    return archive
        .storage()
        .s3Client()
        .getObjectAsBytes(get -> get.bucket(archive.storage().bucket()).key(key(path)))
        .asByteArray();
  }

  /** Puts other bytes in an object's place, behind the table's back. */
  void replace(String path, byte[] bytes) {
    archive
        .storage()
        .s3Client()
        .putObject(
            put -> put.bucket(archive.storage().bucket()).key(key(path)),
            RequestBody.fromBytes(bytes));
  }

  private String key(String path) {
    return path.substring(("s3://" + archive.storage().bucket() + "/").length());
  }

  @Override
  public void close() {
    archive.close();
    proxy.close();
  }
}
