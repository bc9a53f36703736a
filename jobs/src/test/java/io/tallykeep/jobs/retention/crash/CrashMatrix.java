package io.tallykeep.jobs.retention.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every registered effect of some commands, three times: a run dies before it, dies after it, and
 * loses its answer. However many runs have died, the command must come to the very state that an
 * undisturbed run leaves. Some of the runs are processes of their own, which SIGKILL ends.
 *
 * <p>The matrix is cut into one class for each group of stages; {@link CrashStagesTest} sees to it
 * that none is left out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CrashMatrix {
  /** After how many days a day may be archived, and how many later it may expire. */
  static final int ARCHIVED_AFTER = 5;

  static final int EXPIRED_AFTER = 11;

  @TempDir Path folder;

  private final Set<Stage> stages;
  private final Map<ExternalEffect, Set<CrashCase>> survived = new EnumMap<>(ExternalEffect.class);
  private final List<FaultyInbox> fresh = new ArrayList<>();
  private int kills;

  /**
   * @param stages whose effects this class takes, all of them
   */
  CrashMatrix(Set<Stage> stages) {
    this.stages = stages;
  }

  Set<Stage> stages() {
    return stages;
  }

  @AfterEach
  void closeFreshInboxes() {
    fresh.forEach(FaultyInbox::close);
    fresh.clear();
  }

  @AfterAll
  void everyEffectWasSurvivedInEveryCase() {
    Set<CrashCase> all = EnumSet.allOf(CrashCase.class);
    List<ExternalEffect> effects =
        stages.stream().flatMap(stage -> ExternalEffect.of(stage).stream()).toList();
    System.out.printf(
        "crash matrix, %s: %d effects x %d cases; %d runs died, %d of them processes ended by"
            + " SIGKILL; every unit of work came to the undisturbed state%n",
        getClass().getSimpleName(),
        effects.size(),
        all.size(),
        survived.values().stream().mapToInt(Set::size).sum(),
        kills);
    assertThat(effects)
        .as("each effect has all of %s", all)
        .allMatch(effect -> all.equals(survived.get(effect)));
  }

  void chain(Callable<Unit> units, Stage stage) throws Exception {
    assertThat(stages).contains(stage);
    CrashChain chain = new CrashChain(units);
    chain.run(Crash.of(stage));
    for (Crash crash : chain.survived()) {
      survived
          .computeIfAbsent(crash.effect(), any -> EnumSet.noneOf(CrashCase.class))
          .add(crash.crash());
    }
    kills += chain.kills();
  }

  FaultyInbox freshInbox(int days) throws Exception {
    FaultyInbox faulty = FaultyInbox.create(folder, days, Days.ROWS);
    fresh.add(faulty);
    return faulty;
  }

  static Unit unit(FaultyInbox faulty, List<String> words) {
    return Unit.of(faulty, words, () -> new EndState(faulty.inbox()).ofEverything());
  }

  static List<String> install(FaultyInbox faulty, int days) {
    return List.of(
        "jobs", "guard", "install", "--covered-since", faulty.inbox().day(days).toString());
  }

  static List<String> archive(LocalDate upTo) {
    return List.of("jobs", "run", "archive", "--as-of", upTo.plusDays(ARCHIVED_AFTER).toString());
  }
}
