package io.tallykeep.jobs.retention.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.verifier.lookup.EventRecord;
import io.tallykeep.verifier.lookup.Merges;
import io.tallykeep.verifier.lookup.WrongOrder;
import io.tallykeep.verifier.lookup.WrongOrder.Guard;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * Shows that the merges can tell a wrong order from the right one: from the same records, each
 * wrong order gives a false UNSEEN, or a verdict that a gate would apply a second time.
 */
final class WrongOrders {
  private final List<EventRecord> events;

  WrongOrders(List<EventRecord> events) {
    this.events = events;
  }

  void assertEachMissesARow() {
    Set<Guard> none = Set.of();
    Set<Guard> sequence = Set.of(Guard.SEQUENCE);
    Set<Guard> proof = Set.of(Guard.PROOF);
    Set<Guard> both = Set.of(Guard.SEQUENCE, Guard.PROOF);

    assertThat(wrong("the protocol's order", both, WrongOrder::rightOrder)).isZero();

    for (WrongOrder order : List.of(WrongOrder.ARCHIVE_FIRST, WrongOrder.POINTER_FIRST)) {
      assertThat(wrong(order.name(), none, order::merges)).as("a second guard holds").isZero();
      assertThat(wrong(order.name(), sequence, order::merges)).isPositive();
      assertThat(wrong(order.name(), both, order::merges)).isPositive();
    }
    for (WrongOrder order :
        List.of(
            WrongOrder.NO_STEP_5,
            WrongOrder.SKIP_ANY_PROGRESS,
            WrongOrder.SKIP_UNNAMED,
            WrongOrder.EPOCH_OF_STEP_3)) {
      assertThat(wrong(order.name(), none, order::merges)).as(order.name()).isPositive();
    }
    String expire = "expire: pointer before EXPIRED";
    assertThat(wrong(expire, none, WrongOrder::pointerBeforeExpired)).isZero();
    assertThat(wrong(expire, proof, WrongOrder::pointerBeforeExpired)).isPositive();

    for (WrongOrder harmless :
        List.of(
            WrongOrder.LATE_BEFORE_ONLINE,
            WrongOrder.POINTER_BEFORE_LEDGER,
            WrongOrder.SKIP_BY_ONE_READ)) {
      assertThat(wrong(harmless.name(), both, harmless::merges)).as(harmless.name()).isZero();
    }
  }

  /** How many merges of one round end in a false UNSEEN or would be applied twice. */
  private long wrong(
      String name, Set<Guard> off, BiFunction<EventRecord, Set<Guard>, Merges.Result> merges) {
    long unseen = 0;
    long twice = 0;
    Set<String> missed = new TreeSet<>();
    for (EventRecord event : events) {
      Merges.Result result = merges.apply(event, off);
      unseen += result.unseen();
      twice += result.secondEffects();
      if (result.unseen() + result.secondEffects() > 0) {
        missed.add(event.name());
      }
    }
    System.out.printf(
        "interleavings: %-30s without %-17s %,9d false UNSEEN, %,6d that a gate would apply %s%n",
        name, off, unseen, twice, missed);
    return unseen + twice;
  }
}
