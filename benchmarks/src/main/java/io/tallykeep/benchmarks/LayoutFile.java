package io.tallykeep.benchmarks;

import io.tallykeep.archive.file.DataFileWriter;
import io.tallykeep.archive.file.FileLimits;
import io.tallykeep.archive.file.IndexedReader;
import io.tallykeep.archive.file.SparseIndex;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Random;
import org.apache.iceberg.Files;

/**
 * One file of the rows in one layout.
 *
 * @param name what the report calls the layout
 * @param sizeBytes the file's size
 * @param writeMicros CPU of writing a row, without making it
 */
record LayoutFile(
    String name, ArchiveSchema schema, Path path, long sizeBytes, double writeMicros) {

  /** What look-ups cost on average. */
  record Cost(double micros, double fetches, double bytes) {}

  static LayoutFile write(
      String name, ArchiveSchema schema, FileLimits limits, LayoutRows rows, Path folder)
      throws IOException {
    Path path = folder.resolve(name.replaceAll("[^A-Za-z0-9]+", "-") + ".parquet");
    long spent = cpuNanos();
    try (DataFileWriter writer =
        new DataFileWriter(schema, Files.localOutput(path.toFile()), limits)) {
      for (int i = 0; i < rows.count(); i++) {
        writer.write(rows.row(i));
      }
      long size = writer.finish().sizeBytes();
      double micros = (cpuNanos() - spent) / 1e3 / rows.count() - rows.makingMicros();
      return new LayoutFile(name, schema, path, size, micros);
    }
  }

  static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** The length of the file's footer. */
  int footerBytes() throws IOException {
    try (FileChannel file = FileChannel.open(path)) {
      ByteBuffer end = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      file.read(end, sizeBytes - 8);
      return end.getInt(0);
    }
  }

  SparseIndex index() throws IOException {
    try (MappedRanges object = new MappedRanges(path)) {
      return new IndexedReader(schema).index(object).orElseThrow();
    }
  }

  /** Looks identities up by the index, all of them there or none. */
  Cost lookUp(LayoutRows rows, LayoutBenchmark.Asked asked, int count) throws IOException {
    IndexedReader reader = new IndexedReader(schema);
    SparseIndex index = index();
    Random random = new Random(count);
    try (MappedRanges object = new MappedRanges(path)) {
      long spent = cpuNanos();
      for (int i = 0; i < count; i++) {
        int row = random.nextInt(rows.count());
        boolean hit = asked == LayoutBenchmark.Asked.HITS;
        Object[] identity = hit ? rows.identity(row) : rows.absent(row);
        if (reader.find(index, object, identity).isPresent() != hit) {
          throw new IllegalStateException(name + ": a wrong answer for row " + row);
        }
      }
      return new Cost(
          (cpuNanos() - spent) / 1e3 / count,
          (double) object.fetches() / count,
          (double) object.bytes() / count);
    }
  }

  /** How many of so many filters say of an absent identity that it may be there. */
  double falsePositives(LayoutRows rows, int count) throws IOException {
    IndexedReader reader = new IndexedReader(schema);
    SparseIndex index = index();
    Random random = new Random(count);
    int maybe = 0;
    try (MappedRanges object = new MappedRanges(path)) {
      for (int i = 0; i < count; i++) {
        Object[] identity = rows.absent(random.nextInt(rows.count()));
        maybe += reader.mayHold(index, object, identity) ? 1 : 0;
      }
    }
    return (double) maybe / count;
  }
}
