package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static io.tallykeep.verifier.gate.GateFixture.paying;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.ledger.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several gates and one event, or one operation: one effect. */
class ConcurrentGatesIT {
  private static final int THREADS = 6;
  private static final int ROUNDS = 5;

  private GateFixture fixture;
  private ExecutorService threads;

  @BeforeEach
  void create() {
    fixture = GateFixture.create();
    threads = Executors.newFixedThreadPool(THREADS);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    fixture.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Progress.class,
      names = {"ONLINE", "CLOSED"})
  void oneEventAtOnceFromSixSidesHasOneEffect(Progress progress) throws Exception {
    fixture.ledger(progress);
    for (int round = 0; round < ROUNDS; round++) {
      String id = "e" + round;

      List<Kind> kinds =
          together(side -> fixture.gate().apply(fixture.dataSource(), event(id), credit(id)));

      assertThat(kinds).containsOnly(Kind.APPLIED, Kind.DUPLICATE).containsOnlyOnce(Kind.APPLIED);
      assertThat(fixture.effects(id)).isEqualTo(1);
      assertThat(fixture.rows(id)).isEqualTo(1);
    }
  }

  @Test
  void oneOperationInSixEventsAtOnceHasOneEffect() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String operation = "op" + round;

      List<Kind> kinds =
          together(
              side ->
                  fixture
                      .gate()
                      .apply(
                          fixture.dataSource(),
                          paying(operation + "-" + side, operation, 100),
                          credit(operation)));

      assertThat(kinds).containsOnly(Kind.APPLIED, Kind.DUPLICATE).containsOnlyOnce(Kind.APPLIED);
      assertThat(fixture.effects(operation)).isEqualTo(1);
    }
    assertThat(fixture.number("SELECT COUNT(*) FROM inbox")).isEqualTo(THREADS * ROUNDS);
  }

  /** One side's part. */
  @FunctionalInterface
  interface Side {
    GateOutcome run(int side);
  }

  private List<Kind> together(Side side) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Future<GateOutcome>> running = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      running.add(
          threads.submit(
              () -> {
                start.await(60, TimeUnit.SECONDS);
                return side.run(number);
              }));
    }
    List<Kind> kinds = new ArrayList<>();
    for (Future<GateOutcome> outcome : running) {
      kinds.add(outcome.get(120, TimeUnit.SECONDS).kind());
    }
    return kinds;
  }
}
