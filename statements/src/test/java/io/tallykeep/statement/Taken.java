package io.tallykeep.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** A file that was read, for tests: the verdict and what reached the sink. */
public record Taken(
    GateVerdict verdict,
    List<StatementHeader> headers,
    List<StatementEntry> entries,
    List<StatementTrailer> trailers) {

  /** A profile of the bank of the tests' files, in Amsterdam. */
  public static StatementProfile profile(FormatName format, FormatOptions options) {
    return new StatementProfile(
        "bank",
        "main",
        format,
        ZoneId.of("Europe/Amsterdam"),
        Exponents.ISO,
        options,
        Limits.DEFAULT);
  }

  public static Taken of(StatementFormat format, StatementProfile profile, String text) {
    return of(format, profile, text.getBytes(StandardCharsets.UTF_8));
  }

  public static Taken of(StatementFormat format, StatementProfile profile, byte[] bytes) {
    return of(format, profile, DeclaredFacts.NONE, bytes);
  }

  public static Taken of(
      StatementFormat format, StatementProfile profile, DeclaredFacts facts, byte[] bytes) {
    List<StatementHeader> headers = new ArrayList<>();
    List<StatementEntry> entries = new ArrayList<>();
    List<StatementTrailer> trailers = new ArrayList<>();
    StatementSink sink =
        new StatementSink() {
          @Override
          public void header(StatementHeader header) {
            headers.add(header);
          }

          @Override
          public void entry(StatementEntry entry) {
            entries.add(entry);
          }

          @Override
          public void trailer(StatementTrailer trailer) {
            trailers.add(trailer);
          }
        };
    try {
      GateVerdict verdict =
          format.read(new StatementInput(new ByteArrayInputStream(bytes), facts), profile, sink);
      return new Taken(verdict, headers, entries, trailers);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<StatementSummary> accepted() {
    assertThat(verdict).isInstanceOf(GateVerdict.Accepted.class);
    return ((GateVerdict.Accepted) verdict).statements();
  }

  /** Codes, lines and fields of the findings. */
  public List<String> findings() {
    assertThat(verdict).isInstanceOf(GateVerdict.Rejected.class);
    return ((GateVerdict.Rejected) verdict).findings().stream().map(Finding::toString).toList();
  }

  /** Per statement: currency, counts, obstacles or {@code covers}, proofs. */
  public List<String> coverages() {
    return accepted().stream()
        .map(
            one ->
                "%s %d/%d/%d %s %s"
                    .formatted(
                        one.header().currency(),
                        one.counts().booked(),
                        one.counts().pending(),
                        one.counts().info(),
                        one.coverage().covers() ? "covers" : one.coverage().ordered(),
                        one.coverage().proofs().stream().sorted().toList()))
        .toList();
  }

  /** Per entry: statement, type, direction, status, amounts, dates, id, occurrence. */
  public List<String> lines() {
    return entries.stream()
        .map(
            entry ->
                "%d %s %s %s %s gross %s fee %s on %s value %s id %s #%d"
                    .formatted(
                        entry.place().statement(),
                        entry.kind().type(),
                        entry.kind().direction(),
                        entry.kind().status(),
                        money(entry.amounts().booked()),
                        money(entry.amounts().gross()),
                        money(entry.amounts().fee()),
                        entry.dates().booking(),
                        entry.dates().value(),
                        entry.providerId(),
                        entry.occurrence()))
        .toList();
  }

  /** Booked amounts. */
  public List<String> booked() {
    return entries.stream().map(entry -> money(entry.amounts().booked())).toList();
  }

  /** An amount in minor units with its currency, or a dash. */
  public static String money(@org.jspecify.annotations.Nullable Money money) {
    return money == null ? "-" : money.minor() + money.currency();
  }
}
