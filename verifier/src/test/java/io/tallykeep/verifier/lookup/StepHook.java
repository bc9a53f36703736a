package io.tallykeep.verifier.lookup;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the reads of look-ups and lets a test do something right before one of them. */
final class StepHook implements LookupListener {
  private final List<String> steps = new CopyOnWriteArrayList<>();
  private volatile Action action = (step, round) -> {};

  /** What happens before a read. */
  interface Action {
    void before(LookupStep step, int round);
  }

  /** From now on does this before every read. */
  void always(Action next) {
    action = next;
  }

  /** Does this once, before the step's first read from now on. */
  void once(LookupStep at, Runnable work) {
    always(
        (step, round) -> {
          if (step == at) {
            always((nextStep, nextRound) -> {});
            work.run();
          }
        });
  }

  @Override
  public void before(LookupStep step, int round) {
    steps.add(round + " " + step);
    action.before(step, round);
  }

  /** The reads since the last call: {@code 1 LEDGER_FIRST}. */
  List<String> takeSteps() {
    List<String> taken = new ArrayList<>(steps);
    steps.clear();
    return taken;
  }
}
