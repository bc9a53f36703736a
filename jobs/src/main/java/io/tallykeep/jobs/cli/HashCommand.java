package io.tallykeep.jobs.cli;

import io.tallykeep.verifier.hash.HashOutcome;
import io.tallykeep.verifier.hash.HashOutcome.Hashed;
import io.tallykeep.verifier.hash.HashOutcome.Refused;
import io.tallykeep.verifier.hash.PayloadHasher;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "hash",
    description =
        "The SHA-256 of a JSON payload's meaning, as --payload-hash takes it: of the whole document"
            + " by RFC 8785, or of declared fields.",
    mixinStandardHelpOptions = true)
final class HashCommand implements Callable<Integer> {
  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "The JSON document (default: standard input).")
  private @Nullable Path input;

  @Option(
      names = "--fields",
      split = ",",
      paramLabel = "FIELD",
      description =
          "Hash these fields only, in this order, with exact numbers: names of members, or JSON"
              + " pointers such as /payee/iban.")
  private List<String> fields = new ArrayList<>();

  @Option(
      names = "--ndjson",
      description = "One document on each line; one hash on each line, '-' for a refused one.")
  private boolean ndjson;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    PayloadHasher hasher = hasher();
    try (InputStream in = new BufferedInputStream(open())) {
      return ndjson ? lines(hasher, new DocumentLines(in)) : one(hasher, in);
    } catch (NoSuchFileException e) {
      throw badUsage("--input: there is no file " + e.getFile() + ".");
    } catch (IOException e) {
      throw badUsage("can't read " + source() + ": " + e.getMessage());
    }
  }

  private PayloadHasher hasher() {
    try {
      return fields.isEmpty()
          ? PayloadHasher.canonicalJson()
          : PayloadHasher.declaredFields(fields);
    } catch (IllegalArgumentException e) {
      throw badUsage("--fields: " + e.getMessage() + ".");
    }
  }

  private InputStream open() throws IOException {
    return input == null ? System.in : Files.newInputStream(input);
  }

  private String source() {
    return input == null ? "standard input" : input.toString();
  }

  private int one(PayloadHasher hasher, InputStream in) throws IOException {
    HashOutcome outcome = hasher.hash(DocumentLines.whole(in));
    report(source(), outcome);
    if (json) {
      Map<String, @Nullable Object> document = head();
      document.putAll(fieldsOf(outcome));
      Output.of(spec).println(Json.write(document));
    } else if (outcome instanceof Hashed hashed) {
      Output.of(spec).println(hashed.hash().hex());
    }
    return exitCode(outcome).code();
  }

  private int lines(PayloadHasher hasher, DocumentLines documents) throws IOException {
    PrintWriter out = Output.of(spec);
    ExitCode worst = ExitCode.CLEAN;
    List<Map<String, @Nullable Object>> listed = new ArrayList<>();
    long line = 0;
    for (Optional<byte[]> bytes = documents.next(); bytes.isPresent(); bytes = documents.next()) {
      line++;
      HashOutcome outcome = hasher.hash(bytes.get());
      report(source() + ", line " + line, ofALine(outcome));
      worst = worst.worse(exitCode(outcome));
      if (json) {
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        entry.put("line", line);
        entry.putAll(fieldsOf(outcome));
        listed.add(entry);
      } else {
        out.println(outcome instanceof Hashed hashed ? hashed.hash().hex() : "-");
      }
    }
    if (json) {
      Map<String, @Nullable Object> document = head();
      document.put("documents", listed);
      out.println(Json.write(document));
    }
    return worst.code();
  }

  /** Within its line a document has columns alone. */
  private static HashOutcome ofALine(HashOutcome outcome) {
    return outcome instanceof Refused refused
        ? new Refused(
            refused.code(), refused.where().replaceFirst("^line 1, ", ""), refused.detail())
        : outcome;
  }

  /** What a person must know about a document besides its hash, on standard error. */
  private void report(String where, HashOutcome outcome) {
    PrintWriter err = Objects.requireNonNull(spec, "picocli injects it").commandLine().getErr();
    if (outcome instanceof Refused refused) {
      err.println("tallykeep: " + where + ": " + refused.message() + ".");
    } else if (outcome instanceof Hashed hashed && !hashed.missingFields().isEmpty() && !json) {
      err.println(
          "tallykeep: "
              + where
              + ": these declared fields are missing, and hashed as such: "
              + hashed.missingFields()
              + ".");
    }
  }

  private Map<String, @Nullable Object> head() {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("algorithm", "SHA-256");
    document.put("encoding", fields.isEmpty() ? "RFC8785" : "FIELDS_1");
    document.put("fields", fields);
    return document;
  }

  private static Map<String, @Nullable Object> fieldsOf(HashOutcome outcome) {
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    if (outcome instanceof Hashed hashed) {
      entry.put("hash", hashed.hash().hex());
      entry.put("missing", hashed.missingFields());
      entry.put("refused", null);
    } else if (outcome instanceof Refused refused) {
      entry.put("hash", null);
      entry.put("missing", List.of());
      entry.put(
          "refused",
          Map.of(
              "code", refused.code().name(), "where", refused.where(), "detail", refused.detail()));
    }
    return entry;
  }

  private static ExitCode exitCode(HashOutcome outcome) {
    return outcome instanceof Hashed ? ExitCode.CLEAN : ExitCode.USAGE;
  }

  private ParameterException badUsage(String message) {
    return new ParameterException(
        Objects.requireNonNull(spec, "picocli injects it").commandLine(), message);
  }
}
