package io.tallykeep.jobs.retention.replay;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.verifier.gate.GateListener;
import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.GateSettings;
import io.tallykeep.verifier.gate.ReplayGate;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Gates of one inbox over one adjudicator, patient enough to be held. They reach the servers by the
 * configuration as it is when this is made.
 */
final class Gates implements AutoCloseable {
  private static final int ATTEMPTS = 8;
  private static final Duration LONGEST_HOLD = Duration.ofMinutes(10);
  private static final Duration LOCK_WAIT = Duration.ofSeconds(20);

  private final TestArchive archive;
  private final EffectTable effects;
  private final DataSource source;
  private final Optional<ConnectionPool> pool;
  private final GateSettings settings;
  private final ReplayGate gate;

  /**
   * Gates and look-ups that open a connection each time.
   *
   * @param configuration of the inbox
   * @param threads look-ups that can run at once
   */
  Gates(Path configuration, int threads) throws SQLException {
    this(new TestArchive(configuration, threads), Optional.empty());
  }

  private Gates(TestArchive archive, Optional<ConnectionPool> pool) throws SQLException {
    this.archive = archive;
    this.pool = pool;
    this.effects = EffectTable.create(archive);
    this.source = pool.map(ConnectionPool::dataSource).orElseGet(() -> archive.servers().source());
    this.settings =
        new GateSettings(
            archive.servers().controlSchema(),
            archive.retained().dataset(),
            ATTEMPTS,
            LONGEST_HOLD,
            LOCK_WAIT);
    this.gate = new ReplayGate(archive.adjudicator(), settings, GateListener.NONE);
  }

  /** As {@link #Gates(Path, int)}, over a pool of connections. */
  static Gates pooled(TestInbox inbox, int threads) throws SQLException {
    ConnectionPool pool = new ConnectionPool(inbox.server());
    return new Gates(
        new TestArchive(inbox.configuration(), threads, pool.dataSource()), Optional.of(pool));
  }

  /** Applies an event as consumers do, through one gate for all. */
  GateOutcome apply(ReplayedEvent event) {
    return apply(gate, event);
  }

  /** Applies an event through a gate that tells how far it has come. */
  GateOutcome apply(ReplayedEvent event, GateListener listener) {
    return apply(new ReplayGate(archive.adjudicator(), settings, listener), event);
  }

  private GateOutcome apply(ReplayGate through, ReplayedEvent event) {
    return through.apply(source, event.atTheGate(), event.effect(effects));
  }

  EffectTable effects() {
    return effects;
  }

  TestArchive archive() {
    return archive;
  }

  @Override
  public void close() throws SQLException {
    archive.close();
    if (pool.isPresent()) {
      pool.get().close();
    }
  }
}
