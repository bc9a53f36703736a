package io.tallykeep.benchmarks;

import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.sandbox.StandingSandbox;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;

/**
 * Offers distinct keys of an archived day, every other one a miss, to a real {@code verifier serve}
 * at a fixed rate; then too many, and then the same rate again.
 */
public final class ServiceBenchmark {
  private static final int DEFAULT_RATE = 300;
  private static final int DEFAULT_SECONDS = 60;
  private static final int TOO_MANY = 2_000;
  private static final int LONGEST_OVERLOAD = 30;
  private static final int WARM_UP_SECONDS = 15;

  /** Coprime with any row count used here: neighbouring questions are far apart in the file. */
  private static final long STRIDE = 7_368_787;

  private final PrintWriter out =
      new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
  private final Path folder;
  private final OldDay inbox;
  private final int rows;

  private ServiceBenchmark(Path folder, Sandbox sandbox, int rows) {
    this.folder = folder;
    this.rows = rows;
    this.inbox = new OldDay(folder, sandbox, out);
  }

  /** Runs the benchmark: look-ups a second, and for how many seconds. */
  public static void main(String[] args) throws Exception {
    int rate = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_RATE;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : DEFAULT_SECONDS;
    // Every question asks for a key of its own, in all phases together.
    int questions =
        rate * (WARM_UP_SECONDS + 2 * seconds) + TOO_MANY * Math.min(seconds, LONGEST_OVERLOAD);
    Path folder = Files.createTempDirectory("tallykeep-benchmark-");
    StandingSandbox standing =
        StandingSandbox.in(folder.resolve("servers"), SandboxOptions.FOR_DEMO);
    try {
      new ServiceBenchmark(folder, standing.start(), questions + 1).run(rate, seconds);
    } finally {
      standing.remove();
    }
  }

  private void run(int rate, int seconds) throws IOException, SQLException, InterruptedException {
    out.printf(Locale.ROOT, "filling and archiving one day with %,d rows%n", rows);
    inbox.create();
    inbox.insert(0, rows - 1);
    Path configuration =
        inbox.configure("serve: {audit: {file: \"" + folder.resolve("audit.ndjson") + "\"}}");
    inbox.command(
        configuration, "jobs", "guard", "install", "--covered-since", inbox.day().toString());
    inbox.command(configuration, "jobs", "run", "archive");
    inbox.command(configuration, "jobs", "run", "drop");
    try (ServedProcess service = ServedProcess.start(configuration, folder)) {
      OpenLoop loop = new OpenLoop(service.port(), this::question);
      Phase warmUp = new Phase("warm-up", Math.max(1, rate / 3), WARM_UP_SECONDS, 0);
      Phase steady = warmUp.then("steady", rate, seconds);
      int brief = Math.min(seconds, LONGEST_OVERLOAD);
      Phase tooMany = steady.then("too many", TOO_MANY, brief);
      Phase again = tooMany.then("again", rate, brief);
      play(service, loop, warmUp);
      OpenLoop.Result steadyResult = play(service, loop, steady);
      OpenLoop.Result overload = play(service, loop, tooMany);
      OpenLoop.Result againResult = play(service, loop, again);
      verdict("steady: every question answered, none undecided", isClean(steadyResult));
      verdict(
          "too many: shed with 429 or 503, the rest answered",
          overload.count("429") + overload.count("503") > 0 && isAnsweredOrShed(overload));
      verdict("again: every question answered, none undecided", isClean(againResult));
    }
  }

  private void verdict(String what, boolean holds) {
    out.println((holds ? "holds    " : "DOES NOT ") + what);
  }

  private static boolean isClean(OpenLoop.Result result) {
    return result.count("200 DUPLICATE") + result.count("200 UNSEEN") == result.sent();
  }

  private static boolean isAnsweredOrShed(OpenLoop.Result result) {
    return result.count("200 DUPLICATE")
            + result.count("200 UNSEEN")
            + result.count("429")
            + result.count("503")
        == result.sent();
  }

  /**
   * A rate that is kept up for some time.
   *
   * @param first the number of its first question
   */
  private record Phase(String name, int rate, int seconds, int first) {
    Phase then(String nextName, int nextRate, int nextSeconds) {
      return new Phase(nextName, nextRate, nextSeconds, first + rate * seconds);
    }
  }

  private OpenLoop.Result play(ServedProcess service, OpenLoop loop, Phase phase)
      throws IOException, InterruptedException {
    ServedProcess.Figures before = service.figures();
    long started = System.nanoTime();
    OpenLoop.Result result = loop.offer(phase.rate(), phase.seconds(), phase.first());
    double took = Duration.ofNanos(System.nanoTime() - started).toMillis() / 1000.0;
    ServedProcess.Figures after = service.figures();
    out.printf(
        Locale.ROOT,
        "%n%s: %,d a second for %d s offered, %,d sent in %.1f s (the latest %d ms late)%n",
        phase.name(),
        phase.rate(),
        phase.seconds(),
        result.sent(),
        took,
        result.latestStartMicros() / 1_000);
    out.println("  outcomes " + result.outcomes());
    if (!result.notAnswered().isEmpty()) {
      out.println("  without an answer, by second: " + result.notAnswered());
    }
    out.printf(
        Locale.ROOT,
        "  from when it was due: p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms, longest %.1f ms%n",
        result.millis(0.5),
        result.millis(0.99),
        result.millis(0.999),
        result.millis(1));
    out.println("  service before " + before);
    out.println("  service after  " + after);
    service
        .cpu(before, after)
        .forEach(
            (process, cpu) ->
                out.printf(
                    Locale.ROOT,
                    "  processor time %-9s %6.1f s, %.2f ms a question%n",
                    process,
                    cpu,
                    cpu * 1_000 / result.sent()));
    return result;
  }

  private String question(int number) {
    long key = number * STRIDE % rows;
    return "{\"consumer\":\"ledger-v1\",\"eventId\":\"evt-"
        + String.format(Locale.ROOT, "%012d", key)
        + (number % 2 == 0 ? "" : "x")
        + "\",\"eventDay\":\""
        + inbox.day()
        + "\"}";
  }
}
