package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryDates;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import io.tallykeep.statement.StatementSummary;
import io.tallykeep.statement.StatementTrailer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file that was read, for tests: the verdict and what reached the sink. */
record Read(
    GateVerdict verdict,
    List<StatementHeader> headers,
    List<StatementEntry> entries,
    List<StatementTrailer> trailers) {

  static Read of(StatementFormat format, StatementProfile profile, String text) {
    return of(format, profile, DeclaredFacts.NONE, text.getBytes(StandardCharsets.UTF_8));
  }

  static Read of(
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
      StatementInput input = new StatementInput(new ByteArrayInputStream(bytes), facts);
      return new Read(format.read(input, profile, sink), headers, entries, trailers);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file of the test's resources. */
  static String resource(String name) {
    try (InputStream in = Read.class.getResourceAsStream("/statements/" + name)) {
      assertThat(in).as(name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<StatementSummary> accepted() {
    assertThat(verdict).isInstanceOf(GateVerdict.Accepted.class);
    return ((GateVerdict.Accepted) verdict).statements();
  }

  /** Statement, obstacles of its coverage and proofs. */
  List<String> coverages() {
    return accepted().stream()
        .map(
            summary ->
                summary.header().currency()
                    + " "
                    + summary.counts().booked()
                    + "/"
                    + summary.counts().pending()
                    + "/"
                    + summary.counts().info()
                    + " "
                    + (summary.coverage().covers() ? "covers" : summary.coverage().ordered())
                    + " "
                    + summary.coverage().proofs().stream().sorted().toList())
        .toList();
  }

  List<String> findings() {
    assertThat(verdict).isInstanceOf(GateVerdict.Rejected.class);
    return ((GateVerdict.Rejected) verdict).findings().stream().map(Finding::toString).toList();
  }

  /** Kind, amounts, dates and id of each entry. */
  List<String> lines() {
    return entries.stream().map(Read::line).toList();
  }

  private static String line(StatementEntry entry) {
    EntryKind kind = entry.kind();
    EntryAmounts amounts = entry.amounts();
    EntryDates dates = entry.dates();
    return entry.place().statement()
        + " "
        + kind.type()
        + " "
        + kind.direction()
        + " "
        + kind.status()
        + " "
        + money(amounts.booked())
        + " gross "
        + money(amounts.gross())
        + " fee "
        + money(amounts.fee())
        + " on "
        + dates.booking()
        + " value "
        + dates.value()
        + " at "
        + dates.instant()
        + " id "
        + entry.providerId()
        + " #"
        + entry.occurrence();
  }

  private static String money(@Nullable Money money) {
    return money == null ? "-" : money.minor() + money.currency();
  }
}
