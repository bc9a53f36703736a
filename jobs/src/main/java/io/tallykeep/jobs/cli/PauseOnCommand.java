package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.fence.PauseSwitch;
import java.io.PrintWriter;
import java.sql.SQLException;
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
    PauseTurn.turn(checked, PauseSwitch.TurnTo.ON, why);
    PrintWriter out = Output.of(spec);
    out.println(
        "pause: on. From now on no destructive step begins, whichever worker it is; copying what is"
            + " frozen, proving and creating partitions go on. A DROP PARTITION that was sent"
            + " before may still end: it waits "
            + checked.settings().drop().lockWait().toSeconds()
            + " s at most for its lock, and is not tried again.");
    return ExitCode.CLEAN.code();
  }
}
