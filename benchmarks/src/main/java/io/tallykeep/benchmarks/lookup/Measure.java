package io.tallykeep.benchmarks.lookup;

import io.tallykeep.sandbox.HttpFaultProxy;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What looking up a list of events one after the other took.
 *
 * @param keys how many
 * @param mostRequests the most requests one look-up sent, as the object store's side counts them
 * @param requests all requests
 * @param bytes bytes from the object store; 0 if not known
 * @param nanos time of each look-up, ascending
 */
record Measure(int keys, long mostRequests, long requests, long bytes, long[] nanos) {

  /**
   * Looks the events up.
   *
   * @param present whether they are all there, or none of them
   * @throws IllegalStateException if one answer is wrong
   */
  static Measure of(HttpFaultProxy proxy, KeyReader reader, List<Key> keys, boolean present)
      throws Exception {
    long[] nanos = new long[keys.size()];
    long most = 0;
    long all = 0;
    long bytesBefore = reader.bytes();
    for (int i = 0; i < nanos.length; i++) {
      proxy.forget();
      long start = System.nanoTime();
      boolean found = reader.find(keys.get(i));
      nanos[i] = System.nanoTime() - start;
      if (found != present) {
        throw new IllegalStateException(keys.get(i) + ": " + (found ? "found" : "not found"));
      }
      int requests = proxy.seen().size();
      most = Math.max(most, requests);
      all += requests;
    }
    Arrays.sort(nanos);
    return new Measure(nanos.length, most, all, reader.bytes() - bytesBefore, nanos);
  }

  double percentileMillis(double share) {
    return nanos[(int) Math.min(nanos.length - 1, Math.ceil(share * nanos.length) - 1)] / 1e6;
  }

  double keysPerSecond() {
    return keys / (Arrays.stream(nanos).sum() / 1e9);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%6d keys  requests max %4d mean %7.2f  %9.1f KiB/key  p50 %8.2f ms  p99 %8.2f ms  %9.1f"
            + " keys/s",
        keys,
        mostRequests,
        (double) requests / keys,
        bytes / 1024.0 / keys,
        percentileMillis(0.5),
        percentileMillis(0.99),
        keysPerSecond());
  }
}
