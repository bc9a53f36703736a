package io.tallykeep.archive.table;

import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Counts every HTTP request sent to object storage, each retry as one. Thread-safe. */
final class RequestCounter implements ExecutionInterceptor {
  private final LongAdder sent = new LongAdder();

  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes executionAttributes) {
    sent.increment();
  }

  long sent() {
    return sent.sum();
  }
}
