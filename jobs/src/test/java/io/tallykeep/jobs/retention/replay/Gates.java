package io.tallykeep.jobs.retention.replay;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.verifier.gate.GateListener;
import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.GateSettings;
import io.tallykeep.verifier.gate.ReplayGate;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
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
  private final GateSettings settings;
  private final ReplayGate gate;

  /**
   * @param configuration of the inbox
   * @param threads look-ups that can run at once
   */
  Gates(Path configuration, int threads) throws SQLException {
    this.archive = new TestArchive(configuration, threads);
    this.effects = EffectTable.create(archive);
    this.source = archive.servers().source();
    this.settings =
        new GateSettings(
            archive.servers().controlSchema(),
            archive.retained().dataset(),
            ATTEMPTS,
            LONGEST_HOLD,
            LOCK_WAIT);
    this.gate = new ReplayGate(archive.adjudicator(), settings, GateListener.NONE);
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
  public void close() {
    archive.close();
  }
}
