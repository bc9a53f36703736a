package io.tallykeep.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Offers questions at a fixed rate, whatever comes back, and measures each from the moment at which
 * it was due: a service that is slow can't slow the offer down, nor hide what waited.
 */
final class OpenLoop {
  private static final int CONNECTIONS = 256;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final int port;
  private final IntFunction<String> question;
  private final Map<String, AtomicInteger> outcomes = new ConcurrentHashMap<>();
  private final Map<Integer, AtomicInteger> notAnswered = new ConcurrentSkipListMap<>();

  /**
   * What one offer came to.
   *
   * @param sent questions sent
   * @param outcomes how often each status, and each answer, came back
   * @param notAnswered how many questions got no answer, by the second in which they were due
   * @param micros each question's time from when it was due, ascending
   * @param latestStartMicros how late the latest was sent
   */
  record Result(
      int sent,
      Map<String, Integer> outcomes,
      SortedMap<Integer, Integer> notAnswered,
      long[] micros,
      long latestStartMicros) {
    double millis(double quantile) {
      return micros.length == 0
          ? Double.NaN
          : micros[(int) Math.min(micros.length - 1, Math.floor(quantile * micros.length))]
              / 1_000.0;
    }

    int count(String outcome) {
      return outcomes.getOrDefault(outcome, 0);
    }
  }

  /**
   * @param question the JSON of the question with this number
   */
  OpenLoop(int port, IntFunction<String> question) {
    this.port = port;
    this.question = question;
  }

  /**
   * Offers {@code perSecond * seconds} questions, numbered from {@code first}.
   *
   * @throws InterruptedException if the offer was interrupted
   */
  Result offer(int perSecond, int seconds, int first) throws InterruptedException {
    outcomes.clear();
    notAnswered.clear();
    int questions = perSecond * seconds;
    long[] micros = new long[questions];
    long[] late = new long[questions];
    AtomicInteger next = new AtomicInteger();
    long start = System.nanoTime() + Duration.ofMillis(50).toNanos();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Thread thread =
          new Thread(
              () -> {
                try (Caller caller = new Caller()) {
                  for (int n = next.getAndIncrement(); n < questions; n = next.getAndIncrement()) {
                    long due = start + n * 1_000_000_000L / perSecond;
                    for (long left = due - System.nanoTime();
                        left > 0;
                        left = due - System.nanoTime()) {
                      LockSupport.parkNanos(left);
                    }
                    late[n] = (System.nanoTime() - due) / 1_000;
                    if (!caller.ask(question.apply(first + n)).startsWith("200 ")) {
                      increment(notAnswered, n / perSecond);
                    }
                    micros[n] = (System.nanoTime() - due) / 1_000;
                  }
                }
              },
              "generator-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Arrays.sort(micros);
    return new Result(
        questions,
        counted(outcomes),
        counted(notAnswered),
        micros,
        Arrays.stream(late).max().orElse(0));
  }

  private static <K extends Comparable<K>> SortedMap<K, Integer> counted(
      Map<K, AtomicInteger> counters) {
    SortedMap<K, Integer> counted = new TreeMap<>();
    counters.forEach((key, count) -> counted.put(key, count.get()));
    return counted;
  }

  private static <K> void increment(Map<K, AtomicInteger> counters, K key) {
    counters.computeIfAbsent(key, any -> new AtomicInteger()).incrementAndGet();
  }

  /** One kept connection. */
  private final class Caller implements AutoCloseable {
    private Socket socket = new Socket();

    /** The outcome, which is counted too. */
    String ask(String body) {
      String outcome;
      try {
        if (!socket.isConnected()) {
          socket = new Socket(InetAddress.getLoopbackAddress(), port);
          socket.setTcpNoDelay(true);
          socket.setSoTimeout((int) PATIENCE.toMillis());
        }
        socket
            .getOutputStream()
            .write(
                ("POST /v1/lookups HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                        + "Content-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body)
                    .getBytes(StandardCharsets.US_ASCII));
        outcome = read(socket.getInputStream());
      } catch (IOException e) {
        outcome = "connection: " + e.getClass().getSimpleName();
        close();
        socket = new Socket();
      }
      increment(outcomes, outcome);
      return outcome;
    }

    /** The status, with the answer where it is 200. */
    private String read(InputStream in) throws IOException {
      String head = head(in);
      int length = Integer.parseInt(head.replaceFirst("(?s).*content-length: ([0-9]+).*", "$1"));
      String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
      String status = head.substring(9, 12);
      if (head.contains("connection: close")) {
        close();
        socket = new Socket();
      }
      return status.equals("200")
          ? "200 " + body.replaceFirst("(?s).*?\"answer\":\"([A-Z_]+)\".*", "$1")
          : status;
    }

    private String head(InputStream in) throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("closed");
        }
        head.append((char) next);
      }
      return head.toString().toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        increment(outcomes, "close: " + e.getClass().getSimpleName());
      }
    }
  }
}
