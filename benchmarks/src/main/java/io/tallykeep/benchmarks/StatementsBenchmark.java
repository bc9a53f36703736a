package io.tallykeep.benchmarks;

import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementSink;
import io.tallykeep.statement.StatementTrailer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a statement of so many entries (default 1,000,000) in each format, through the gate into a
 * sink that only counts. CPU time of the reading thread beside wall time, and the highest use of
 * the heap.
 */
public final class StatementsBenchmark {
  private static final int DEFAULT_ENTRIES = 1_000_000;

  private final PrintWriter out =
      new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
  private final int entries;

  private StatementsBenchmark(int entries) {
    this.entries = entries;
  }

  /** Runs the benchmark; the first argument is the number of entries. */
  public static void main(String[] args) throws Exception {
    int entries = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_ENTRIES;
    StatementsBenchmark benchmark = new StatementsBenchmark(entries);
    benchmark.head();
    benchmark.run(BankStatementCases.all());
    benchmark.run(CsvStatementCases.all());
  }

  private void head() {
    out.printf(
        "%,d entries per format, heap of at most %,d MiB%n",
        entries, Runtime.getRuntime().maxMemory() >> 20);
    out.printf(
        "%-24s %8s %8s %8s %12s %10s%n",
        "format", "MiB", "wall s", "CPU s", "entries/s", "heap MiB");
  }

  private void run(List<StatementCase> cases) throws IOException {
    for (StatementCase statement : cases) {
      Path file = Files.createTempFile("tallykeep-statement-", ".tmp");
      try {
        try (Writer text = Files.newBufferedWriter(file)) {
          statement.file().write(text, entries);
        }
        measure(statement, file);
      } finally {
        Files.delete(file);
      }
    }
  }

  private void measure(StatementCase statement, Path file) throws IOException {
    pools().forEach(MemoryPoolMXBean::resetPeakUsage);
    CountingSink sink = new CountingSink();
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long wall = System.nanoTime();
    GateVerdict verdict;
    try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file))) {
      verdict =
          statement
              .format()
              .read(new StatementInput(bytes, statement.facts()), statement.profile(), sink);
    }
    wall = System.nanoTime() - wall;
    cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
    if (!(verdict instanceof GateVerdict.Accepted) || sink.entries != entries) {
      throw new IllegalStateException(
          statement.name() + ": " + sink.entries + " entries, " + verdict);
    }
    out.printf(
        "%-24s %8d %8.1f %8.1f %,12d %10d%n",
        statement.name(),
        Files.size(file) >> 20,
        wall / 1e9,
        cpu / 1e9,
        entries * 1_000_000_000L / cpu,
        pools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() >> 20);
  }

  private static List<MemoryPoolMXBean> pools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }

  /** Counts entries. */
  private static final class CountingSink implements StatementSink {
    private long entries;

    @Override
    public void header(StatementHeader header) {}

    @Override
    public void entry(StatementEntry entry) {
      entries++;
    }

    @Override
    public void trailer(StatementTrailer trailer) {}
  }
}
