package io.tallykeep.verifier.lookup;

import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Merges of the archiver's states with one round of a look-up: before each read, and before each
 * statement of step 1, a chooser says into which run of states it falls.
 */
final class MergeReads extends StateReads {

  /** Says which of so many possibilities, from 0, it is to be. */
  interface Chooser {
    int choose(int possibilities);
  }

  /** The look-up starts over: the round ends here. */
  static final class StartedOver extends RuntimeException {
    private static final long serialVersionUID = 1L;
    static final StartedOver INSTANCE = new StartedOver();

    private StartedOver() {
      super("the look-up starts over", null, false, false);
    }
  }

  private final Runs runs;
  private final Chooser chooser;
  private final List<Runs.Run> reads = new ArrayList<>();
  private int earliest;

  MergeReads(Runs runs, Chooser chooser) {
    this.runs = runs;
    this.chooser = chooser;
  }

  /** The earliest state at which the last read can have taken place. */
  int earliestEnd() {
    return earliest;
  }

  /** How many merges this round stands for, by the states of the first and of the last read. */
  long[][] counts() {
    int states = runs.states().size();
    long[][] counts = new long[states][states];
    for (int last = reads.get(reads.size() - 1).first(); last < states; last++) {
      long[] ways = waysFrom(last, states);
      for (int first = 0; first < states; first++) {
        counts[first][last] = ways[first];
      }
    }
    return counts;
  }

  /** In how many ways the reads can take place from a state on so that the last is at another. */
  private long[] waysFrom(int last, int states) {
    long[] ways = new long[states];
    if (last <= reads.get(reads.size() - 1).last()) {
      ways[last] = 1;
    }
    for (int read = reads.size() - 2; read >= 0; read--) {
      long[] before = new long[states];
      long later = 0;
      for (int state = states - 1; state >= 0; state--) {
        later += ways[state];
        boolean inRun = reads.get(read).first() <= state && state <= reads.get(read).last();
        before[state] = inRun ? later : 0;
      }
      ways = before;
    }
    return ways;
  }

  Readings state(int index) {
    return runs.states().get(index);
  }

  @Override
  Readings next(Place place, String key) {
    List<Runs.Run> possible = runs.from(earliest, place, key);
    Runs.Run run = possible.get(chooser.choose(possible.size()));
    reads.add(run);
    earliest = Math.max(earliest, run.first());
    return state(earliest);
  }

  /**
   * Whatever bounds an earlier look-up may have left behind, or this one reads now, if it is the
   * first: those are the later ones, and then the archiver has come as far as that.
   */
  @Override
  Optional<TablePartitions> cachedBounds() throws SQLException {
    List<Runs.Run> possible = runs.all(Place.BOUNDS, "");
    int seen = possible.get(chooser.choose(possible.size())).first();
    if (seen > earliest) {
      earliest = seen;
      reads.add(new Runs.Run(seen, runs.states().size() - 1));
    }
    return Optional.of(state(seen).bounds().get());
  }

  @Override
  void boundsRead(Readings at) {}

  @Override
  public LedgerReading ledger(LookupStep step, int round) throws SQLException {
    if (round > 1) {
      throw StartedOver.INSTANCE;
    }
    return super.ledger(step, round);
  }
}
