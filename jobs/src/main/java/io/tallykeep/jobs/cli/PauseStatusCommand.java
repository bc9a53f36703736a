package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.fence.PauseSwitch;
import io.tallykeep.jobs.retention.session.Session;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "status",
    description = "Whether destructive work is paused, since when, by whom and why.",
    mixinStandardHelpOptions = true)
final class PauseStatusCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    try (RetentionServers servers = new RetentionServers(checked.settings());
        Session session = Session.open(servers.source())) {
      print(Output.of(spec), new PauseSwitch(servers.controlSchema()).read(session));
    }
    return ExitCode.CLEAN.code();
  }

  private void print(PrintWriter out, Optional<PauseSwitch.State> state) {
    boolean paused = state.map(PauseSwitch.State::on).orElse(true);
    if (json) {
      Map<String, @Nullable Object> document = new LinkedHashMap<>();
      document.put("paused", paused);
      document.put("reason", state.flatMap(PauseSwitch.State::reason).orElse(null));
      document.put("changedBy", state.flatMap(PauseSwitch.State::changedBy).orElse(null));
      document.put("changedAt", state.flatMap(PauseSwitch.State::changedAt).orElse(null));
      out.println(Json.write(document));
      return;
    }
    out.println("pause: " + (paused ? "on" : "off") + state.map(this::since).orElse(MISSING));
  }

  private static final String MISSING =
      ", since the switch's row is missing; 'jobs pause off --reason TEXT' puts it back";

  private String since(PauseSwitch.State state) {
    return state
        .changedAt()
        .map(
            at ->
                ", since "
                    + at
                    + " UTC by "
                    + state.changedBy().orElse("?")
                    + ": "
                    + state.reason().orElse(""))
        .orElse("");
  }
}
