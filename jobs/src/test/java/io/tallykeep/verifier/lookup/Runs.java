package io.tallykeep.verifier.lookup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Through which states each single read gives the same. A look-up can't tell the states of one run
 * apart by that read; so of all merges in which a read falls into a run, the one that takes it as
 * early as possible stands for the others: it leaves every later read all its possibilities.
 */
final class Runs {
  private final List<Readings> states;
  private final Map<String, List<Run>> known = new HashMap<>();

  /** Neighbouring states, both ends included. */
  record Run(int first, int last) {}

  Runs(List<Readings> states) {
    this.states = states;
  }

  List<Readings> states() {
    return states;
  }

  /** The runs of one read that are not over before a state, in their order. */
  List<Run> from(int state, Place place, String key) {
    List<Run> all = all(place, key);
    int skip = 0;
    while (all.get(skip).last < state) {
      skip++;
    }
    return all.subList(skip, all.size());
  }

  /** All runs of one read, in their order. */
  List<Run> all(Place place, String key) {
    return known.computeIfAbsent(place + key, any -> find(place, key));
  }

  private List<Run> find(Place place, String key) {
    List<Run> runs = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= states.size(); i++) {
      if (i == states.size()
          || !states.get(i).textOf(place, key).equals(states.get(first).textOf(place, key))) {
        runs.add(new Run(first, i - 1));
        first = i;
      }
    }
    return List.copyOf(runs);
  }
}
