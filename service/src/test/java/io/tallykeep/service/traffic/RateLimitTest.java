package io.tallykeep.service.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private final AtomicLong now = new AtomicLong();

  @Test
  void aSecondsWorthAtOnceAndThenOneByOne() {
    RateLimit limit = new RateLimit(4, now::get);

    assertThat(taken(limit, 10)).isEqualTo(4);
    pass(250);
    assertThat(taken(limit, 10)).isEqualTo(1);
    pass(60_000);
    assertThat(taken(limit, 10)).isEqualTo(4);
  }

  @Test
  void batchesLeaveAQuarterToSingleLookups() {
    RateLimit limit = new RateLimit(8, now::get);

    int ofBatches = 0;
    while (limit.takeForBatch()) {
      ofBatches++;
    }
    assertThat(ofBatches).isEqualTo(6);
    assertThat(taken(limit, 10)).isEqualTo(2);
    pass(125);
    assertThat(limit.takeForBatch()).isFalse();
    assertThat(limit.take()).isTrue();
  }

  @Test
  void evenTheSmallestRateLetsABatchThroughInTheEnd() {
    RateLimit limit = new RateLimit(1, now::get);

    assertThat(limit.takeForBatch()).isTrue();
    assertThat(limit.takeForBatch()).isFalse();
    pass(1_000);
    assertThat(limit.takeForBatch()).isTrue();
  }

  @Test
  void zeroIsNoLimit() {
    RateLimit limit = new RateLimit(0, now::get);

    assertThat(taken(limit, 1_000)).isEqualTo(1_000);
    assertThat(limit.takeForBatch()).isTrue();
  }

  private void pass(long millis) {
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private static int taken(RateLimit limit, int tries) {
    int taken = 0;
    for (int i = 0; i < tries; i++) {
      taken += limit.take() ? 1 : 0;
    }
    return taken;
  }
}
