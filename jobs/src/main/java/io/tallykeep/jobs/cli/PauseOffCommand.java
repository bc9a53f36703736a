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
    name = "off",
    description = "Lets destructive work go on.",
    mixinStandardHelpOptions = true)
final class PauseOffCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();
  @Mixin private final ReasonOption why = new ReasonOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    PauseTurn.turn(checked, PauseSwitch.TurnTo.OFF, why);
    PrintWriter out = Output.of(spec);
    out.println("pause: off. The next run of each job goes on where it was stopped.");
    return ExitCode.CLEAN.code();
  }
}
