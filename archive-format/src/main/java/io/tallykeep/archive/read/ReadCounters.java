package io.tallykeep.archive.read;

import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Counts what is read; requests also for the look-up they are sent for. Thread-safe. */
final class ReadCounters implements ExecutionInterceptor {
  final LongAdder reads = new LongAdder();
  final LongAdder requests = new LongAdder();
  final LongAdder bytes = new LongAdder();
  final LongAdder retries = new LongAdder();
  final LongAdder hedges = new LongAdder();
  final LongAdder hedgesWon = new LongAdder();
  final LongAdder failed = new LongAdder();

  /** Called once for each HTTP request, just before it is sent. */
  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes executionAttributes) {
    requests.increment();
    ReadScope scope = executionAttributes.getAttribute(ReadScope.OF_REQUEST);
    if (scope != null) {
      scope.requestSent();
    }
  }
}
