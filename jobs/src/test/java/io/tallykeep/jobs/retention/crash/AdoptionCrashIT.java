package io.tallykeep.jobs.retention.crash;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Adopting a table and giving it up, providing partitions, pausing: a crash at every effect. */
class AdoptionCrashIT extends CrashMatrix {
  AdoptionCrashIT() {
    super(EnumSet.of(Stage.ADOPT, Stage.REMOVE, Stage.PROVISION, Stage.PAUSE));
  }

  @Test
  void adoption() throws Exception {
    chain(
        () -> {
          FaultyInbox faulty = freshInbox(2);
          return unit(faulty, install(faulty, 2));
        },
        Stage.ADOPT);
  }

  @Test
  void removal() throws Exception {
    FaultyInbox faulty = freshInbox(2);
    chain(
        () -> {
          faulty.clean(install(faulty, 2));
          return unit(faulty, List.of("jobs", "guard", "remove"));
        },
        Stage.REMOVE);
  }

  @Test
  void provision() throws Exception {
    chain(
        () -> {
          FaultyInbox faulty = freshInbox(2);
          faulty.clean(install(faulty, 2));
          return unit(faulty, List.of("jobs", "run", "provision"));
        },
        Stage.PROVISION);
  }

  @Test
  void pause() throws Exception {
    try (Days days = Days.adopted(folder, 2)) {
      chain(
          () -> {
            days.faulty().clean(pause("off"));
            return Unit.of(
                days.faulty(),
                pause("on"),
                () ->
                    days.inbox()
                        .query(
                            "SELECT is_on FROM `"
                                + days.inbox().control()
                                + "`.control_switch WHERE name = 'pause'"));
          },
          Stage.PAUSE);
    }
  }

  private static List<String> pause(String state) {
    return List.of("jobs", "pause", state, "--reason", "to see a crash");
  }
}
