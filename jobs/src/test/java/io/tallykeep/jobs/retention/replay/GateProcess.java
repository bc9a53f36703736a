package io.tallykeep.jobs.retention.replay;

import io.tallykeep.verifier.gate.GatePoint;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** A process that applies an event at each gate point and stands there until it is killed. */
final class GateProcess {
  /** What it prints when it stands at each point. */
  static final String STANDS = "a gate stands at each point";

  private GateProcess() {}

  /**
   * Takes the configuration, the event day and the beginning of the events' names, which end in the
   * points' names.
   */
  public static void main(String[] args) throws SQLException {
    LocalDate day = LocalDate.parse(args[1]);
    try (Gates gates = new Gates(Path.of(args[0]), GatePoint.values().length)) {
      for (GatePoint point : GatePoint.values()) {
        HeldGate gate = HeldGate.heldAt(point, gates, event(args[2], point, day));
        Awaitility.await(point.name()).until(gate::wasHeld);
      }
      System.out.println(STANDS);
      while (true) {
        LockSupport.park();
      }
    }
  }

  static ReplayedEvent event(String prefix, GatePoint point, LocalDate day) {
    return ReplayedEvent.of(prefix + point, day);
  }
}
