package io.tallykeep.verifier.lookup;

import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.MergeReads.StartedOver;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All merges of the archiver's states with a look-up of one event: every round of reads from every
 * state on is decided by the product's code, and rounds are put together to look-ups that start
 * over up to three times.
 */
public final class Merges {
  /** As in the protocol: the first round and three restarts. */
  private static final int ROUNDS = 4;

  private final EventRecord event;
  private final List<Readings> states;
  private final Function<MergeReads, Order> order;
  private final int committed;
  private final List<Map<String, BigInteger>> answersFrom;
  private final long[][] startedOver;
  private long rounds;
  private long unseen;
  private long secondEffects;
  private Optional<String> example = Optional.empty();

  /** The reads of a look-up in some order, and which epoch its verdict then carries. */
  interface Order {
    DayReads reads();

    /** The epoch that a verdict carries. */
    default long epoch(Answer.Unseen answer) {
      return answer.epoch();
    }
  }

  /**
   * What all merges came to.
   *
   * @param states how many states differ for the event
   * @param decided how often the product's code decided a round, once for all merges that no read
   *     can tell apart
   * @param rounds how many merges of one round these are
   * @param answers whole look-ups, restarts included, by their answer
   * @param unseen rounds that answer UNSEEN though the row was committed before their first read
   * @param secondEffects rounds whose UNSEEN the gate would accept though the row is elsewhere
   * @param example one of these, for a message
   */
  public record Result(
      int states,
      long decided,
      long rounds,
      Map<String, BigInteger> answers,
      long unseen,
      long secondEffects,
      Optional<String> example) {

    /** How many merges of whole look-ups there are, restarts included. */
    public BigInteger lookups() {
      return answers.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    }
  }

  private Merges(EventRecord event, List<Readings> states, Function<MergeReads, Order> order) {
    this.event = event;
    this.states = states;
    this.order = order;
    this.committed =
        (int) states.stream().filter(state -> state.state() < event.committedAt()).count();
    this.answersFrom =
        Stream.<Map<String, BigInteger>>generate(TreeMap::new).limit(states.size()).toList();
    this.startedOver = new long[states.size()][states.size()];
  }

  /** All merges of the product's look-up. */
  public static Result of(EventRecord event) {
    return of(event, event.distinctStates(), reads -> () -> reads);
  }

  static Result of(EventRecord event, List<Readings> states, Function<MergeReads, Order> order) {
    return new Merges(event, states, order).evaluate();
  }

  private Result evaluate() {
    Runs runs = new Runs(states);
    Script script = new Script();
    long decided = 0;
    do {
      decide(new MergeReads(runs, script));
      decided++;
    } while (script.next());
    Map<String, BigInteger> answers = new TreeMap<>();
    for (Map<String, BigInteger> sum : wholeLookups()) {
      sum.forEach((answer, n) -> answers.merge(answer, n, BigInteger::add));
    }
    return new Result(states.size(), decided, rounds, answers, unseen, secondEffects, example);
  }

  private void decide(MergeReads reads) {
    Order ordered = order.apply(reads);
    Optional<Adjudication> found;
    try {
      found = Optional.of(event.decide(ordered.reads()));
    } catch (StartedOver e) {
      found = Optional.empty();
    }
    long[][] counts = reads.counts();
    for (int first = 0; first < states.size(); first++) {
      long all = Arrays.stream(counts[first]).sum();
      rounds += all;
      if (all > 0 && found.isPresent()) {
        answersFrom.get(first).merge(name(found.get()), BigInteger.valueOf(all), BigInteger::add);
        check(first, all, reads, ordered, found.get());
      }
      for (int last = first; last < states.size() && found.isEmpty(); last++) {
        startedOver[first][last] += counts[first][last];
      }
    }
  }

  private void check(int first, long merges, MergeReads reads, Order ordered, Adjudication found) {
    if (!(found.answer() instanceof Answer.Unseen answer)) {
      return;
    }
    boolean missed = first >= committed;
    if (missed) {
      unseen += merges;
    } else if (wouldBeApplied(ordered.epoch(answer), reads.earliestEnd())) {
      secondEffects += merges;
    } else {
      return;
    }
    if (example.isEmpty()) {
      example =
          Optional.of(
              (missed ? "missed" : "applied twice")
                  + ": "
                  + event.name()
                  + ", first read at state "
                  + states.get(first).state()
                  + ", last from state "
                  + reads.state(reads.earliestEnd()).state()
                  + " on: "
                  + found);
    }
  }

  /** The answers of whole look-ups by the state of their first read. */
  private List<Map<String, BigInteger>> wholeLookups() {
    List<Map<String, BigInteger>> later = List.of();
    for (int round = ROUNDS; round >= 1; round--) {
      List<Map<String, BigInteger>> fromHere = new ArrayList<>();
      for (int first = 0; first < states.size(); first++) {
        Map<String, BigInteger> sum = new TreeMap<>(answersFrom.get(first));
        for (int at = first; at < states.size(); at++) {
          addRestarts(sum, BigInteger.valueOf(startedOver[first][at]), at, later);
        }
        fromHere.add(sum);
      }
      later = fromHere;
    }
    return later;
  }

  private void addRestarts(
      Map<String, BigInteger> sum,
      BigInteger times,
      int at,
      List<Map<String, BigInteger>> nextRound) {
    if (times.signum() == 0) {
      return;
    }
    if (nextRound.isEmpty()) {
      sum.merge("UNDECIDABLE after three restarts", times, BigInteger::add);
      return;
    }
    for (int from = at; from < states.size(); from++) {
      nextRound.get(from).forEach((k, v) -> sum.merge(k, v.multiply(times), BigInteger::add));
    }
  }

  private static String name(Adjudication found) {
    return found.answer() instanceof Answer.Undecidable undecidable
        ? "UNDECIDABLE " + undecidable.reason()
        : found.answer().kind().name();
  }

  /**
   * Whether a gate, at some state from this one on, would find the verdict's epoch, and its insert
   * would not collide with the row: into the inbox while the day is ONLINE, else into the late
   * table.
   */
  private boolean wouldBeApplied(long epoch, int last) {
    for (int i = Math.max(last, committed); i < states.size(); i++) {
      Optional<LedgerDay> day = states.get(i).ledger().value().flatMap(reading -> reading.day());
      if (day.isPresent()
          && day.get().epoch() == epoch
          && day.get().progress() != Progress.EXPIRED
          && !collides(states.get(i), day.get())) {
        return true;
      }
    }
    return false;
  }

  private static boolean collides(Readings at, LedgerDay day) {
    return day.progress() == Progress.ONLINE
        ? at.rows().values().stream()
            .anyMatch(rows -> rows.value().flatMap(r -> r).filter(r -> !r.isEmpty()).isPresent())
        : at.late().value().filter(rows -> !rows.isEmpty()).isPresent();
  }

  /** Goes through all choices, the last ones first. */
  private static final class Script implements MergeReads.Chooser {
    private int[] values = new int[16];
    private int[] possibilities = new int[16];
    private int depth;
    private int fixed;

    @Override
    public int choose(int ofSoMany) {
      if (depth == values.length) {
        values = Arrays.copyOf(values, 2 * depth);
        possibilities = Arrays.copyOf(possibilities, 2 * depth);
      }
      if (depth >= fixed) {
        values[depth] = 0;
        possibilities[depth] = ofSoMany;
      }
      return values[depth++];
    }

    boolean next() {
      int at = depth - 1;
      while (at >= 0 && values[at] == possibilities[at] - 1) {
        at--;
      }
      if (at < 0) {
        return false;
      }
      values[at]++;
      fixed = at + 1;
      depth = 0;
      return true;
    }
  }
}
