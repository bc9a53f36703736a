package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.fence.PauseSwitch;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "on",
    description = "Stops all destructive work: close, freeze, publish, drop, expire, late rows.",
    mixinStandardHelpOptions = true)
final class PauseOnCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();
  @Mixin private final ReasonOption why = new ReasonOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    Optional<PauseSwitch.State> before = PauseTurn.turn(checked, PauseSwitch.TurnTo.ON, why);
    PrintWriter out = Output.of(spec);
    before
        .filter(PauseSwitch.State::on)
        .ifPresent(
            state ->
                out.println(
                    "pause: was on already, since "
                        + state.changedAt().orElse("?")
                        + " UTC by "
                        + state.changedBy().orElse("?")
                        + ": "
                        + state.reason().orElse("no reason recorded")
                        + ". That stays; your reason is on record."));
    out.println(
        "pause: on. No destructive step begins any more, whichever worker it is; copying what is"
            + " frozen, proving and creating partitions go on.");
    List<String> held = PauseTurn.awaitQuiet(checked);
    if (held.isEmpty()) {
      out.println("pause: nothing destructive is on its way");
    }
    held.forEach(
        holder ->
            out.println(
                "pause: still at work under the lock of "
                    + holder
                    + ". It asks again before each statement that destroys; one that was sent"
                    + " before can still end."));
    return (held.isEmpty() ? ExitCode.CLEAN : ExitCode.UNDECIDED).code();
  }
}
