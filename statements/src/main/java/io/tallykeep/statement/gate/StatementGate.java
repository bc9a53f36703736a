package io.tallykeep.statement.gate;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.SequencePosition.LastPage;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import io.tallykeep.statement.StatementTrailer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a format's reader hands everything to. The gate adds up, counts, and passes on to the sink
 * until the first finding; at the end it says whether the file may be loaded. One per file, not
 * thread-safe.
 */
public final class StatementGate {
  /** A format's way through a file. */
  @FunctionalInterface
  public interface Reading {
    /** Reads to the end of the file; a {@link Refusal} ends it. */
    void read(StatementGate gate) throws IOException;
  }

  private final StatementProfile profile;
  private final StatementSink sink;
  private final Findings findings = new Findings();
  private final Occurrences occurrences = new Occurrences();
  private final List<StatementTally> tallies = new ArrayList<>();
  private long entryCount;

  private StatementGate(StatementProfile profile, StatementSink sink) {
    this.profile = profile;
    this.sink = sink;
  }

  /**
   * Reads a file through a new gate.
   *
   * @return the verdict; a {@link Refusal} of the reading is part of it
   * @throws IOException if the bytes can't be fetched
   */
  public static GateVerdict run(StatementProfile profile, StatementSink sink, Reading reading)
      throws IOException {
    StatementGate gate = new StatementGate(profile, sink);
    try {
      reading.read(gate);
      return gate.verdict();
    } catch (Refusal refusal) {
      gate.findings.add(refusal.finding());
      return new GateVerdict.Rejected(gate.findings.all());
    } catch (ArithmeticException e) {
      // Sums are exact or nothing.
      gate.findings.add(new Finding(FindingCode.AMOUNT_RANGE, 0, null, "A sum is out of range."));
      return new GateVerdict.Rejected(gate.findings.all());
    }
  }

  /**
   * A statement begins. Statements are numbered from 1 in the order they begin.
   *
   * @throws Refusal if the file has too many
   */
  public void header(StatementHeader header) {
    if (tallies.size() >= profile.limits().statements()) {
      throw new Refusal(
          new Finding(
              FindingCode.LIMIT_STATEMENTS,
              header.line(),
              null,
              "More than " + profile.limits().statements() + " statements in one file."));
    }
    if (header.statement() != tallies.size() + 1) {
      throw new IllegalArgumentException("Statements are numbered in order: " + header);
    }
    tallies.add(new StatementTally(header));
    if (findings.none()) {
      sink.header(header);
    }
  }

  /** The number the next entry has in the file, from 1. */
  public long nextEntry() {
    return entryCount + 1;
  }

  /** The number the next statement has in the file, from 1. */
  public int nextStatement() {
    return tallies.size() + 1;
  }

  /**
   * The next entry of an open statement.
   *
   * @throws Refusal if its currency is not the statement's, a sum is out of range, or the file has
   *     too many entries
   */
  public void entry(StatementEntry entry) {
    if (++entryCount > profile.limits().entries()) {
      throw new Refusal(
          new Finding(
              FindingCode.LIMIT_ENTRIES,
              entry.place().line(),
              null,
              "More than " + profile.limits().entries() + " entries in one file."));
    }
    tally(entry.place().statement()).add(entry);
    if (findings.none()) {
      sink.entry(entry.withOccurrence(occurrences.next(entry)));
    }
  }

  /**
   * Says whether an open statement's page is the last, where the format tells it at the end only.
   * The summary's header has it; the one that the sink took does not.
   */
  public void lastPage(int statement, LastPage last) {
    tally(statement).lastPage(last);
  }

  /** A statement ends: its totals are checked. */
  public void trailer(StatementTrailer trailer) {
    tally(trailer.statement()).close(trailer, findings);
    if (findings.none()) {
      sink.trailer(trailer);
    }
  }

  /**
   * A finding after which reading goes on, to find more. Nothing is passed on to the sink any more.
   *
   * @throws Refusal with the finding itself, once there are enough of them
   */
  public void report(Finding finding) {
    if (findings.full()) {
      throw new Refusal(finding);
    }
    findings.add(finding);
  }

  private StatementTally tally(int statement) {
    return tallies.get(statement - 1);
  }

  private GateVerdict verdict() {
    if (tallies.isEmpty() && findings.none()) {
      findings.add(FindingCode.NO_ENTRIES, 0, null, "The file holds no statement.");
    }
    if (findings.none()) {
      new StatementChain(findings).check(tallies);
    }
    return findings.none()
        ? new GateVerdict.Accepted(tallies.stream().map(StatementTally::summary).toList())
        : new GateVerdict.Rejected(findings.all());
  }
}
