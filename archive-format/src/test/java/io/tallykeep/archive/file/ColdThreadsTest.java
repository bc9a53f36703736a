package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Four threads share one reader in a JVM that interprets everything: parquet-java's own filter,
 * shared by threads, then answers "absent" for most keys that are there.
 */
class ColdThreadsTest {
  @Test
  void presentKeysAreNeverAbsentWhereNothingIsCompiled() throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said).endsWith("4 threads, 2000 filters asked, 40 rows read, 0 absent");
  }

  /** What runs in the interpreting JVM. */
  public static final class Child {
    private static final ArchiveSchema SCHEMA = TestFiles.keyed("varchar(40)");

    private Child() {}

    /** Asks for rows that are all there. */
    public static void main(String[] args) throws Exception {
      List<Object[]> rows = FilterTest.rows(500);
      ByteRanges object =
          new ByteRanges(TestFiles.write(SCHEMA, new FileLimits(1 << 20, 250, 100), rows));
      IndexedReader reader = new IndexedReader(SCHEMA);
      SparseIndex index = reader.index(object).orElseThrow();
      ExecutorService threads = Executors.newFixedThreadPool(4);
      List<Future<Integer>> results = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        results.add(threads.submit(() -> absent(reader, index, object, rows)));
      }
      int absent = 0;
      for (Future<Integer> result : results) {
        absent += result.get();
      }
      threads.shutdown();
      System.out.print("4 threads, 2000 filters asked, 40 rows read, " + absent + " absent");
    }

    private static int absent(
        IndexedReader reader, SparseIndex index, ObjectRanges object, List<Object[]> rows) {
      int absent = 0;
      for (int i = 0; i < rows.size(); i++) {
        Object[] identity = {rows.get(i)[0]};
        absent += reader.mayHold(index, object, identity) ? 0 : 1;
        if (i % 50 == 0) {
          absent += reader.find(index, object, identity).isPresent() ? 0 : 1;
        }
      }
      return absent;
    }
  }
}
