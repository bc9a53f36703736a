package io.tallykeep.benchmarks;

import io.tallykeep.jobs.cli.Tallykeep;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A {@code verifier serve} of its own with the launcher's heap, and the servers behind it. */
final class ServedProcess implements AutoCloseable {
  private static final double MEBIBYTE = 1_048_576;

  private final Process process;
  private final int port;
  private final Map<String, Long> processes = new LinkedHashMap<>();

  /**
   * What was measured at one moment.
   *
   * @param service the service's process
   * @param heapMebibytes its heap in use, rubbish included
   * @param cpuSeconds every process's processor time so far
   */
  record Figures(ProcessFigures service, double heapMebibytes, Map<String, Double> cpuSeconds) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "resident %d MiB, heap used %.0f MiB, %d threads, %d file descriptors",
          service.residentMebibytes(),
          heapMebibytes,
          service.threads(),
          service.files());
    }
  }

  private ServedProcess(Process process, int port, Path folder) {
    this.process = process;
    this.port = port;
    processes.put("service", process.pid());
    find(folder, "mysqld").ifPresent(pid -> processes.put("MySQL", pid));
    find(folder, "S3Mock").ifPresent(pid -> processes.put("S3 server", pid));
    processes.put("generator", ProcessHandle.current().pid());
  }

  /** Starts the service on a free port. */
  static ServedProcess start(Path configuration, Path folder) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx512m",
                "-XX:+UseSerialGC"));
    // As the launcher takes them.
    Optional.ofNullable(System.getenv("TALLYKEEP_JAVA_OPTS"))
        .ifPresent(options -> command.addAll(List.of(options.strip().split("\\s+"))));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            Tallykeep.class.getName(),
            "verifier",
            "serve",
            "--port",
            "0",
            "--config",
            configuration.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader reader = process.inputReader();
    String line = reader.readLine();
    while (line != null && !line.startsWith("listening on ")) {
      line = reader.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("the service did not start");
    }
    return new ServedProcess(
        process, Integer.parseInt(line.replaceFirst(".*:([0-9]+).*", "$1")), folder);
  }

  /** The process of one of the sandbox's servers, by the folder it works in. */
  private static Optional<Long> find(Path folder, String name) {
    return ProcessHandle.allProcesses()
        .filter(
            one ->
                one.info()
                    .commandLine()
                    .filter(line -> line.contains(folder.toString()))
                    .filter(
                        line ->
                            line.toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT)))
                    .isPresent())
        .map(ProcessHandle::pid)
        .findFirst();
  }

  int port() {
    return port;
  }

  Figures figures() throws IOException, InterruptedException {
    Map<String, Double> cpu = new LinkedHashMap<>();
    for (Map.Entry<String, Long> one : processes.entrySet()) {
      cpu.put(one.getKey(), ProcessFigures.of(one.getValue()).cpuSeconds());
    }
    return new Figures(ProcessFigures.of(process.pid()), heap(), cpu);
  }

  private double heap() throws IOException, InterruptedException {
    String metrics =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
                BodyHandlers.ofString())
            .body();
    List<String> heaps =
        metrics
            .lines()
            .filter(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
            .toList();
    return heaps.stream()
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum()
        / MEBIBYTE;
  }

  /** Processor time between two moments, by process. */
  Map<String, Double> cpu(Figures before, Figures after) {
    Map<String, Double> used = new LinkedHashMap<>();
    after
        .cpuSeconds()
        .forEach(
            (name, seconds) ->
                used.put(name, seconds - before.cpuSeconds().getOrDefault(name, 0.0)));
    return used;
  }

  /** Stops it as an operator does. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
