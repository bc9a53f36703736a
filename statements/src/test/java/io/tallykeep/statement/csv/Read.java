package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryDates;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSummary;
import io.tallykeep.statement.StatementTrailer;
import io.tallykeep.statement.Taken;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A CSV file that was read, for tests: its entries with their instants. */
record Read(Taken taken) {

  static Read of(StatementFormat format, StatementProfile profile, String text) {
    return new Read(Taken.of(format, profile, text));
  }

  static Read of(
      StatementFormat format, StatementProfile profile, DeclaredFacts facts, byte[] bytes) {
    return new Read(Taken.of(format, profile, facts, bytes));
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

  GateVerdict verdict() {
    return taken.verdict();
  }

  List<StatementHeader> headers() {
    return taken.headers();
  }

  List<StatementEntry> entries() {
    return taken.entries();
  }

  List<StatementTrailer> trailers() {
    return taken.trailers();
  }

  List<StatementSummary> accepted() {
    return taken.accepted();
  }

  List<String> coverages() {
    return taken.coverages();
  }

  List<String> findings() {
    return taken.findings();
  }

  /** Kind, amounts, dates and id of each entry. */
  List<String> lines() {
    return taken.entries().stream().map(Read::line).toList();
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
        + Taken.money(amounts.booked())
        + " gross "
        + Taken.money(amounts.gross())
        + " fee "
        + Taken.money(amounts.fee())
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
}
