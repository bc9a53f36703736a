package io.tallykeep.verifier.lookup;

import io.tallykeep.verifier.online.DayStatements;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.util.Optional;

/**
 * One merge of the archiver's states with a look-up's reads, decided from the record: the first
 * read takes place at the first of the planned states, and so on through all rounds; further reads
 * at the last one.
 */
public final class PlannedLookup {
  private final EventRecord event;
  private final int[] plan;
  private int boundsSeenAt;

  /**
   * @param plan the states of the reads, ascending
   * @param boundsSeenAt the state at which whoever looks up last read the bounds; -1 for never
   */
  public PlannedLookup(EventRecord event, int[] plan, int boundsSeenAt) {
    this.event = event;
    this.plan = plan.clone();
    this.boundsSeenAt = boundsSeenAt;
  }

  /** What the look-up answers. */
  public Adjudication decide() {
    return event.decide(new PlannedReads());
  }

  /** The state at which bounds were read last, after {@link #decide}. */
  public int boundsSeenAt() {
    return boundsSeenAt;
  }

  private final class PlannedReads extends StateReads {
    private int read;
    private int state;

    /** The statements of step 1 all take place at one state. */
    @Override
    Readings next(Place place, String key) {
      if (place != Place.ONLINE && place != Place.BOUNDS) {
        step();
      }
      return event.states().get(state);
    }

    private void step() {
      state = plan[Math.min(read++, plan.length - 1)];
    }

    @Override
    public DayStatements online(int round) {
      step();
      return super.online(round);
    }

    @Override
    Optional<TablePartitions> cachedBounds() throws SQLException {
      return boundsSeenAt < 0
          ? Optional.empty()
          : Optional.of(event.states().get(boundsSeenAt).bounds().get());
    }

    @Override
    void boundsRead(Readings at) {
      boundsSeenAt = at.state();
    }
  }
}
