package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.Answer;
import io.tallykeep.verifier.lookup.AnswerDocument;
import io.tallykeep.verifier.lookup.AnswerKind;
import io.tallykeep.verifier.lookup.IdentityPair;
import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.Query;
import io.tallykeep.verifier.lookup.UndecidableReason;
import io.tallykeep.verifier.lookup.VerifierSettings;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "lookup",
    description = "Looks one event up, online, late and archived.",
    mixinStandardHelpOptions = true)
final class LookupCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--dataset", description = "Which dataset (default: the only one).")
  private @Nullable String dataset;

  @Option(names = "--consumer", description = "The identity's first column.")
  private @Nullable String consumer;

  @Option(names = "--event", description = "The identity's second column.")
  private @Nullable String event;

  @Option(
      names = "--id",
      description = "One value per identity column, in their order; instead of the two above.")
  private List<String> identity = new ArrayList<>();

  @Option(names = "--day", description = "The event day, YYYY-MM-DD.")
  private @Nullable LocalDate day;

  @Option(names = "--payload-hash", description = "The payload's hash in hexadecimal digits.")
  private @Nullable String payloadHash;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    RetainedDataset retained = checked.theOne(Optional.ofNullable(dataset));
    List<String> values = identityValues(retained);
    Query query =
        new Query(
            retained.name(),
            values,
            Optional.ofNullable(day),
            Optional.ofNullable(payloadHash).map(this::bytes));
    try (RetentionServers servers = new RetentionServers(checked.settings());
        Adjudicator adjudicator = adjudicator(servers, retained)) {
      Adjudication adjudication = adjudicator.adjudicate(query);
      requireAskable(adjudication.answer());
      PrintWriter out = Output.of(spec);
      Map<String, @Nullable Object> document = AnswerDocument.of(query, adjudication);
      if (json) {
        out.println(Json.write(document));
      } else {
        document.forEach(
            (field, value) -> {
              if (value != null) {
                out.println(field + ": " + value);
              }
            });
      }
      return exitCode(adjudication.answer().kind()).code();
    }
  }

  private static Adjudicator adjudicator(RetentionServers servers, RetainedDataset retained) {
    return new Adjudicator(
        servers.source(),
        servers.catalog(),
        servers.storage(),
        new VerifierSettings(
            servers.controlSchema(), retained.dataset(), servers.settings().lookup().deadline(), 1),
        LookupListener.NONE);
  }

  private List<String> identityValues(RetainedDataset retained) {
    List<String> values = new ArrayList<>(identity);
    boolean pair = consumer != null || event != null;
    if (pair && !values.isEmpty()) {
      throw badUsage("give either --consumer and --event or --id, not both.");
    }
    if (consumer != null && event != null) {
      values.add(consumer);
      values.add(event);
    }
    int wanted = retained.dataset().identity().size();
    if (values.size() != wanted || (pair && !IdentityPair.names(retained.dataset()))) {
      throw badUsage(
          "dataset "
              + retained.name()
              + " has the identity "
              + retained.dataset().identity()
              + ": give --consumer and --event where they stand in that order, or --id once for each"
              + " of the "
              + wanted
              + " column(s).");
    }
    if (values.contains("")) {
      throw badUsage(
          "a value of the identity "
              + retained.dataset().identity()
              + " is empty, which names no event. Look for a variable that was not set.");
    }
    return values;
  }

  /** Only the table's columns tell how long a hash must be. */
  private void requireAskable(Answer answer) {
    if (answer instanceof Answer.Undecidable undecidable
        && undecidable.reason() == UndecidableReason.PAYLOAD_HASH_DOES_NOT_FIT) {
      throw badUsage("--payload-hash: " + undecidable.detail());
    }
  }

  private byte[] bytes(String hex) {
    if (!hex.matches("([0-9a-fA-F]{2})+")) {
      throw badUsage("--payload-hash '" + hex + "' is not an even number of hexadecimal digits.");
    }
    return HexFormat.of().parseHex(hex);
  }

  private ParameterException badUsage(String message) {
    return new ParameterException(
        Objects.requireNonNull(spec, "picocli injects it").commandLine(), message);
  }

  /** Beyond the window and undecidable are not decided; a conflict is for a person. */
  static ExitCode exitCode(AnswerKind answer) {
    return switch (answer) {
      case UNSEEN, DUPLICATE, IN_PROGRESS -> ExitCode.CLEAN;
      case BEYOND_WINDOW, UNDECIDABLE -> ExitCode.UNDECIDED;
      case CONFLICT -> ExitCode.FINDINGS;
    };
  }
}
