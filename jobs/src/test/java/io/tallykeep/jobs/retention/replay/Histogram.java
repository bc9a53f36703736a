package io.tallykeep.jobs.retention.replay;

import io.tallykeep.jobs.retention.crash.ExternalEffect;
import io.tallykeep.verifier.gate.GatePoint;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the rounds came to, by gate point and by the archiver's effect they lay around. */
final class Histogram {
  private final Map<ExternalEffect, Map<GatePoint, Map<String, Integer>>> rounds =
      new EnumMap<>(ExternalEffect.class);
  private final Map<String, Integer> others = new TreeMap<>();

  void count(ExternalEffect effect, GatePoint point, String outcomes) {
    rounds
        .computeIfAbsent(effect, any -> new EnumMap<>(GatePoint.class))
        .computeIfAbsent(point, any -> new TreeMap<>())
        .merge(outcomes, 1, Integer::sum);
  }

  /** Counts what lies in no window of its own. */
  void count(String what) {
    count(what, 1);
  }

  void count(String what, int times) {
    others.merge(what, times, Integer::sum);
  }

  int counted(String what) {
    return others.getOrDefault(what, 0);
  }

  /** The windows that had fewer rounds. */
  Set<String> windowsWithFewerThan(int least, Collection<ExternalEffect> effects) {
    Set<String> missing = new LinkedHashSet<>();
    for (ExternalEffect effect : effects) {
      for (GatePoint point : GatePoint.values()) {
        int had =
            rounds.getOrDefault(effect, Map.of()).getOrDefault(point, Map.of()).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
        if (had < least) {
          missing.add(point + " x " + effect + ": " + had);
        }
      }
    }
    return missing;
  }

  /** How many rounds lay around an effect. */
  int rounds(ExternalEffect effect) {
    return rounds.getOrDefault(effect, Map.of()).values().stream()
        .flatMap(outcomes -> outcomes.values().stream())
        .mapToInt(Integer::intValue)
        .sum();
  }

  void print() {
    System.out.println("gate point x archiver's effect -> outcome of the held gate/of the other");
    rounds.forEach(
        (effect, points) -> {
          System.out.println("  " + effect);
          points.forEach((point, outcomes) -> System.out.printf("    %-14s %s%n", point, outcomes));
        });
    others.forEach((what, times) -> System.out.printf("  %s: %d%n", what, times));
  }
}
