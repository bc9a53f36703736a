package io.tallykeep.jobs.cli;

import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.check.ServeSettingsReader;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.settings.BadConfigurationException;
import io.tallykeep.jobs.settings.ServeSettings;
import io.tallykeep.jobs.settings.SourceSettings;
import io.tallykeep.service.LookupService;
import io.tallykeep.service.backend.Backend;
import io.tallykeep.service.settings.ServiceSettings;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    description = "Answers look-ups over HTTP until it is stopped (SIGTERM).",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  private static final Duration SPARE = Duration.ofSeconds(1);

  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(
      names = "--host",
      description = "Where to listen (default: tallykeep.serve.host, 127.0.0.1).")
  private @Nullable String host;

  @Option(names = "--port", description = "Its port (default: tallykeep.serve.port, 8085).")
  private @Nullable Integer port;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    Duration deadline = checked.settings().lookup().deadline();
    ServiceSettings settings = settings(checked.settings().serve(), deadline);
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      LookupService service = start(servers, checked, settings);
      Output.of(spec)
          .println(
              "listening on http://"
                  + settings.address().host()
                  + ":"
                  + service.port()
                  + (settings.tokens().isEmpty() ? ", without tokens" : ", with tokens"));
      return signal().awaitStop(() -> stop(service)).code();
    }
  }

  private ServiceSettings settings(ServeSettings serve, Duration deadline) {
    try {
      return ServeSettingsReader.read(
          serve.at(
              Objects.requireNonNullElse(host, serve.host()),
              Objects.requireNonNullElse(port, serve.port())),
          deadline);
    } catch (IllegalArgumentException e) {
      throw new BadConfigurationException("tallykeep.serve: " + e.getMessage(), e);
    }
  }

  private static LookupService start(
      RetentionServers servers, CheckedSettings checked, ServiceSettings settings)
      throws InterruptedException {
    SourceSettings source = checked.settings().source();
    Duration deadline = checked.settings().lookup().deadline();
    try {
      return LookupService.start(
          new Backend(
              new MysqlSource(
                      source.url(), source.username(), source.password(), deadline.plus(SPARE))
                  .dataSource(),
              servers.storage(),
              servers.controlSchema(),
              checked.datasets().all().stream().map(RetainedDataset::dataset).toList(),
              deadline),
          settings,
          Clock.systemUTC());
    } catch (IOException e) {
      throw new BadConfigurationException(
          "tallykeep.serve: can't listen on "
              + settings.address().host()
              + " port "
              + settings.address().port()
              + ", or write the audit log: "
              + e.getMessage()
              + ". Is another one running?",
          e);
    }
  }

  /** Answered to the end is clean; cut off is not finished. */
  private static ExitCode stop(LookupService service) {
    try {
      return service.stop() ? ExitCode.CLEAN : ExitCode.UNDECIDED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.UNDECIDED;
    }
  }

  private StopSignal signal() {
    Object root = Objects.requireNonNull(spec, "picocli injects it").root().userObject();
    return ((Tallykeep) root).stopSignal();
  }
}
