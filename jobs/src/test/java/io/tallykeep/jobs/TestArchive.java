package io.tallykeep.jobs;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveSnapshot;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.archive.table.SummaryKeys;
import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.copy.PartitionReader;
import io.tallykeep.jobs.settings.SettingsLoader;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.Query;
import io.tallykeep.verifier.lookup.VerifierSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * What a test looks at an inbox's archive, ledger and answers with. One adjudicator looks
 * throughout, as a replay that runs for days would.
 */
public final class TestArchive implements AutoCloseable {
  private final RetainedDataset retained;
  private final RetentionServers servers;
  private final Adjudicator adjudicator;

  /** Reads the inbox's configuration as it is now. */
  public TestArchive(TestInbox inbox) {
    this(inbox, 1);
  }

  /**
   * @param threads look-ups that can run at once
   */
  public TestArchive(TestInbox inbox, int threads) {
    this(inbox.configuration(), threads);
  }

  /** As {@link #TestArchive(TestInbox, int)}, by the configuration alone. */
  public TestArchive(Path configuration, int threads) {
    this(configuration, threads, Optional.empty(), LookupListener.NONE);
  }

  /** As {@link #TestArchive(Path, int)}, with look-ups over other connections. */
  public TestArchive(Path configuration, int threads, DataSource lookedUpAt) {
    this(configuration, threads, Optional.of(lookedUpAt), LookupListener.NONE);
  }

  /** As {@link #TestArchive(TestInbox)}, with look-ups over other connections. */
  public TestArchive(TestInbox inbox, DataSource lookedUpAt, LookupListener listener) {
    this(inbox.configuration(), 1, Optional.of(lookedUpAt), listener);
  }

  private TestArchive(
      Path configuration, int threads, Optional<DataSource> lookedUpAt, LookupListener listener) {
    CheckedSettings checked = CheckedSettings.orRefuse(SettingsLoader.load(configuration));
    this.retained = checked.theOne(Optional.empty());
    this.servers = new RetentionServers(checked.settings());
    this.adjudicator =
        new Adjudicator(
            lookedUpAt.orElse(servers.source()),
            servers.catalog(),
            servers.storage(),
            new VerifierSettings(
                servers.controlSchema(),
                retained.dataset(),
                checked.settings().lookup().deadline(),
                threads),
            listener);
  }

  /** Looks row number {@code row} of a day up. */
  public Adjudication lookUp(LocalDate day, int row) {
    return lookUp(day, TestInbox.event(day, row));
  }

  /** Looks an event of a day up. */
  public Adjudication lookUp(LocalDate day, String event) {
    return adjudicator.adjudicate(
        new Query(
            retained.name(),
            List.of(TestInbox.CONSUMER, event),
            Optional.of(day),
            Optional.empty()));
  }

  /** Count and digest of the rows MySQL holds of a day that has a table partition of its own. */
  public TableDigest online(LocalDate day) throws SQLException, IOException {
    try (Connection connection = servers.source().getConnection()) {
      ArchiveSchema schema = servers.schema(connection, retained.dataset());
      return new PartitionReader(
              schema,
              servers.sourceTable(connection, retained.dataset()),
              Identifier.of(TestInbox.partition(day)),
              Set.of(day),
              1000)
          .digest(connection)
          .of(day);
    }
  }

  public LedgerDay ledger(LocalDate day) throws SQLException {
    return new DayLedger(
            servers.source(), servers.controlSchema(), retained.name(), retained.dataset().shard())
        .read(day)
        .day()
        .orElseThrow();
  }

  /** The runs in the archive's history that published a day's table partition. */
  public List<PublishedRun> publications(LocalDate day) {
    return table().runs().stream()
        .filter(
            run -> TestInbox.partition(day).equals(run.summary().get(SummaryKeys.TABLE_PARTITION)))
        .toList();
  }

  /** The runs in the archive's history that expired a day. */
  public List<PublishedRun> expiries(LocalDate day) {
    return table().runs().stream()
        .filter(
            run ->
                List.of(run.summary().getOrDefault(SummaryKeys.EXPIRED_DAYS, "").split(","))
                    .contains(day.toString()))
        .toList();
  }

  /** The live files of a day. */
  public List<ArchivedFile> files(LocalDate day) {
    ArchiveTable table = table();
    ArchiveSnapshot snapshot = table.at(table.pointer());
    return snapshot.files(day);
  }

  public ArchiveTable table() {
    return servers.catalog().open(retained.dataset()).orElseThrow();
  }

  /** What looks up. */
  public Adjudicator adjudicator() {
    return adjudicator;
  }

  public RetainedDataset retained() {
    return retained;
  }

  public Dataset dataset() {
    return retained.dataset();
  }

  public RetentionServers servers() {
    return servers;
  }

  @Override
  public void close() {
    adjudicator.close();
    servers.close();
  }
}
