package io.tallykeep.jobs.retention.crash;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** One way for one run to die. */
public record Crash(ExternalEffect effect, CrashCase crash) {
  /** Where the run is a process of its own: a killed one is most unlike a lost connection here. */
  private static final Set<ExternalEffect> KILLED =
      EnumSet.of(
          ExternalEffect.CLOSED,
          ExternalEffect.DATA_FILE,
          ExternalEffect.COPIED,
          ExternalEffect.POINTER,
          ExternalEffect.PARTITION_DROPPED,
          ExternalEffect.EXPIRED);

  /**
   * All of a stage's crashes, so that as many as possible can follow one another in one unit of
   * work: first before and after each effect, in their order, then the lost answers.
   */
  static List<Crash> of(Stage stage) {
    List<Crash> crashes = new ArrayList<>();
    for (ExternalEffect effect : ExternalEffect.of(stage)) {
      crashes.add(new Crash(effect, CrashCase.BEFORE));
      crashes.add(new Crash(effect, CrashCase.AFTER));
    }
    for (ExternalEffect effect : ExternalEffect.of(stage)) {
      crashes.add(new Crash(effect, CrashCase.ANSWER_LOST));
    }
    return crashes;
  }

  boolean isKill() {
    return crash != CrashCase.ANSWER_LOST && KILLED.contains(effect);
  }

  @Override
  public String toString() {
    return effect + " " + crash;
  }
}
