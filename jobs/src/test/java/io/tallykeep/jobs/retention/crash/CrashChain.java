package io.tallykeep.jobs.retention.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.ChildRun;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.crash.FaultyInbox.Death;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Lets one run after the other die in the same unit of work, each beginning where the last one left
 * it, until a run comes to the end; then takes the next unit. Every unit must end in the state of
 * the first, which nothing disturbs.
 */
final class CrashChain {
  private final Callable<Unit> units;
  private final List<String> undisturbed;
  private final List<Crash> survived = new ArrayList<>();
  private @Nullable Unit current;
  private int kills;

  CrashChain(Callable<Unit> units) throws Exception {
    this.units = units;
    Unit first = units.call();
    first.mend().run();
    first.faulty().clean(first.words());
    this.undisturbed = first.state().call();
  }

  /** What was survived. */
  List<Crash> survived() {
    return survived;
  }

  /** How many of the runs were processes that SIGKILL ended. */
  int kills() {
    return kills;
  }

  void run(List<Crash> crashes) throws Exception {
    for (Crash crash : crashes) {
      Death death = attempt(crash);
      answers();
      if (!death.reached()) {
        assertThat(death.exitCode())
            .as("%s, past which the last crash had left the unit: %s", crash, death)
            .isZero();
        finish();
        death = attempt(crash);
        answers();
      }
      assertThat(death.reached()).as("%s: %s", crash, death).isTrue();
      survived.add(crash);
      if (death.exitCode() == 0) {
        finish();
      }
    }
    finish();
  }

  private Death attempt(Crash crash) throws Exception {
    if (isDoneOnce()) {
      current = null;
    }
    if (current == null) {
      current = units.call();
    }
    Unit unit = current;
    unit.before().run();
    if (crash.isKill()) {
      Death death = unit.faulty().kill(crash, unit.words());
      assertThat(death.exitCode()).as("%s: %s", crash, death).isIn(0, ChildRun.KILLED);
      kills += death.reached() ? 1 : 0;
      return death;
    }
    Death death = unit.faulty().crash(crash, unit.words());
    assertThat(death.exitCode()).as("%s: %s", crash, death).isIn(0, 2);
    return death;
  }

  private boolean isDoneOnce() throws Exception {
    return current != null && current.once() && current.state().call().equals(undisturbed);
  }

  private void answers() {
    if (current != null) {
      current.answers().run();
    }
  }

  /** Runs the command until it has come to its end; a server may be slow to notice a death. */
  private void finish() throws Exception {
    Unit unit = current;
    if (unit == null || isDoneOnce()) {
      current = null;
      return;
    }
    unit.mend().run();
    await(String.join(" ", unit.words()))
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(60))
        .until(() -> runAgain(unit) == 0);
    assertThat(unit.state().call()).as("after %s", survived).isEqualTo(undisturbed);
    current = null;
  }

  private static int runAgain(Unit unit) {
    Outcome outcome = unit.faulty().inbox().run(unit.words().toArray(String[]::new));
    assertThat(outcome.exitCode()).as(outcome.toString()).isIn(0, 2);
    return outcome.exitCode();
  }
}
