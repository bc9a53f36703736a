package io.tallykeep.jobs.retention.soak;

import io.tallykeep.jobs.TestInbox;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a soak does.
 *
 * @param inbox where
 * @param cycles how many days are archived, dropped and expired, the oldest first
 * @param rows how many rows the writers insert, update and delete
 * @param rowsBefore how many rows each of those days has when it begins
 * @param moving the age of the day that is on its way, shared by all; before the first, one more
 *     than the oldest
 * @param counts what the writers have done
 */
record SoakPlan(
    TestInbox inbox,
    int cycles,
    int rows,
    int rowsBefore,
    AtomicInteger moving,
    LiveWriter.Counts counts) {
  /** Days that may expire are at least so old; younger ones stay. */
  static final int YOUNGEST_CYCLED = 11;

  int oldest() {
    return YOUNGEST_CYCLED + cycles - 1;
  }

  /** How many rows may be written by now, so that the writers write throughout all cycles. */
  long rowsByNow() {
    return (long) rows * (oldest() + 1 - moving.get()) / cycles;
  }

  /** Mostly of today and yesterday, often of the day on its way, sometimes of any other. */
  int someAge(Random random) {
    int dice = random.nextInt(10);
    if (dice < 5) {
      return random.nextInt(2);
    }
    return dice < 8 ? Math.min(moving.get(), oldest()) : 2 + random.nextInt(oldest() - 1);
  }
}
