package io.tallykeep.jobs.retention.soak;

import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.settings.SettingsLoader;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.AnswerKind;
import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.Query;
import io.tallykeep.verifier.lookup.VerifierSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * A program that does nothing but look keys up that are there, from its first moment on, with 32
 * threads at once: no class is loaded yet, no cache is warm.
 */
final class PresentKeys {
  static final int THREADS = 32;

  private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();
  private final Queue<String> unseen = new ConcurrentLinkedQueue<>();
  private final List<String> keys;
  private final long endNanos;
  private final Path enough;

  private PresentKeys(List<String> keys, Duration length, Path enough) {
    this.keys = List.copyOf(keys);
    this.enough = enough;
    this.endNanos = System.nanoTime() + length.toNanos();
  }

  /**
   * @param arguments configuration, least seconds, a file of keys, {@code day event}, and a file
   *     that ends it when it is there
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    CheckedSettings checked = CheckedSettings.orRefuse(SettingsLoader.load(Path.of(arguments[0])));
    RetainedDataset retained = checked.theOne(Optional.empty());
    PresentKeys program =
        new PresentKeys(
            Files.readAllLines(Path.of(arguments[2])),
            Duration.ofSeconds(Integer.parseInt(arguments[1])),
            Path.of(arguments[3]));
    try (RetentionServers servers = new RetentionServers(checked.settings());
        Adjudicator adjudicator =
            new Adjudicator(
                servers.source(),
                servers.catalog(),
                servers.storage(),
                new VerifierSettings(
                    servers.controlSchema(), retained.dataset(), Duration.ofSeconds(60), THREADS),
                LookupListener.NONE)) {
      program.run(adjudicator, retained.name());
    }
    program.unseen.forEach(line -> System.out.println("UNSEEN " + line));
    System.out.println("ANSWERS " + new TreeMap<>(program.answers));
  }

  private void run(Adjudicator adjudicator, String dataset) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(i);
      Thread thread = new Thread(() -> ask(adjudicator, dataset, random), "asking-" + i);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void ask(Adjudicator adjudicator, String dataset, Random random) {
    while (System.nanoTime() < endNanos || !Files.exists(enough)) {
      String[] key = keys.get(random.nextInt(keys.size())).split(" ", 2);
      Adjudication found =
          adjudicator.adjudicate(
              new Query(
                  dataset,
                  List.of(TestInbox.CONSUMER, key[1]),
                  Optional.of(LocalDate.parse(key[0])),
                  Optional.empty()));
      String answer =
          found.answer().kind()
              + "_"
              + found
                  .reason()
                  .map(reason -> reason.replaceAll(":.*", ""))
                  .orElse(found.where().name());
      answers.computeIfAbsent(answer, any -> new LongAdder()).increment();
      if (found.answer().kind() == AnswerKind.UNSEEN) {
        unseen.add(key[0] + " " + key[1] + ": " + found);
      }
    }
  }
}
