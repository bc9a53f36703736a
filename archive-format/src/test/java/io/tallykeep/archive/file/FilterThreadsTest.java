package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Filters asked from many threads at once, for keys that are there. Parquet-java's own filter keeps
 * a scratch array and misses some of them; tests run with the first compiler only, where it does.
 */
class FilterThreadsTest {
  private static final ArchiveSchema SCHEMA = TestFiles.keyed("varchar(40)");
  private static final int THREADS = 8;

  @Test
  void manyThreadsShareOneReaderAndNoKeyIsMissed() throws Exception {
    List<Object[]> rows = FilterTest.rows(2_000);
    ByteRanges object =
        new ByteRanges(TestFiles.write(SCHEMA, new FileLimits(1 << 20, 500, 100), rows));
    IndexedReader reader = new IndexedReader(SCHEMA);
    SparseIndex index = reader.index(object).orElseThrow();
    assertThat(index.hasFilters()).isTrue();
    AtomicInteger asked = new AtomicInteger();
    Callable<List<Object[]>> side =
        () -> {
          List<Object[]> missed = new ArrayList<>();
          for (int round = 0; round < 5; round++) {
            for (Object[] row : rows) {
              Object[] identity = {row[0]};
              boolean also = asked.incrementAndGet() % 50 == 0;
              if (!reader.mayHold(index, object, identity)
                  || (also && reader.find(index, object, identity).isEmpty())) {
                missed.add(identity);
              }
            }
          }
          return missed;
        };
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (Future<List<Object[]>> missed : threads.invokeAll(Collections.nCopies(THREADS, side))) {
        assertThat(missed.get()).isEmpty();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(asked.get()).isEqualTo(THREADS * 5 * rows.size());
  }
}
