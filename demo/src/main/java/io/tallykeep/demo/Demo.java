package io.tallykeep.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.gate.GateOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.sql.DataSource;

/** The acts of the demo, in their order. Each checks that what happened is what it tells. */
final class Demo {
  private static final int GUARD_REFUSAL = 30_501;

  private final DemoServers servers;
  private final DemoSize size;
  private final Narrator narrator;
  private final LocalDate today = LocalDate.now(Clock.systemUTC());
  private final CommandLineRun commands;
  private final DataSource mysql;
  private final DemoInbox inbox;
  private final DemoFigures figures;

  Demo(DemoServers servers, DemoSize size, Narrator narrator) {
    this.servers = servers;
    this.size = size;
    this.narrator = narrator;
    Sandbox sandbox = servers.sandbox();
    this.commands = new CommandLineRun(servers.configuration());
    this.mysql =
        new MysqlSource(
                sandbox.mysql().jdbcUrl(""), sandbox.mysql().user(), sandbox.mysql().password())
            .dataSource();
    this.inbox = new DemoInbox(mysql, today, size);
    this.figures = new DemoFigures(today);
  }

  DemoFigures run() throws IOException, SQLException {
    DemoConfiguration.write(
        servers.configuration(),
        servers.sandbox(),
        new DemoConfiguration.Places(
            DemoConfiguration.SCHEMA, "tallykeep", servers.sandbox().newBucket("archive")));
    fillInbox();
    adopt();
    archive();
    lateWriterIsRefused();
    drop();
    replay();
    expire();
    lookUp();
    figures.seconds(narrator.seconds());
    return figures;
  }

  private void fillInbox() throws SQLException {
    narrator.say(
        "filling payments.inbox: "
            + size.days()
            + " event days, "
            + size.rowsPerDay()
            + " rows each, with their business keys");
    inbox.create();
    for (LocalDate day = inbox.firstDay(); day.isBefore(today); day = day.plusDays(1)) {
      inbox.fill(day);
    }
  }

  private void adopt() {
    narrator.say("guard: adopting the table, covered since " + inbox.firstDay());
    commands.clean("jobs", "guard", "install", "--covered-since", inbox.firstDay().toString());
    narrator.say(detail(commands.clean("jobs", "run", "provision", "--json")));
    commands.clean("check");
  }

  private void archive() throws SQLException {
    narrator.say("plan: what archive would do");
    commands.clean("jobs", "plan", "archive").out().lines().forEach(narrator::say);
    narrator.say("archive: admit, close, freeze, copy, publish, prove, hold");
    figures.mysqlDigests(new OnlineDigests(mysql).byDay());
    JsonNode report = commands.clean("jobs", "run", "archive", "--json").json();
    for (JsonNode result : report.get("reports").get(0).get("results")) {
      narrator.say(
          "  " + result.get("tablePartition").asText() + ": " + result.get("end").asText());
    }
    figures.archived(new ArchiveFigures(mysql).read());
  }

  private void lateWriterIsRefused() {
    LocalDate closed = inbox.firstDay().plusDays(3);
    try {
      inbox.insertLate(closed);
    } catch (SQLException e) {
      if (e.getErrorCode() == GUARD_REFUSAL) {
        narrator.say("late writer refused by the guard, as it should be: " + e.getMessage());
        return;
      }
      throw new DemoFailedException("the late writer failed otherwise than by the guard", e);
    }
    throw new DemoFailedException("a late writer got into the closed day " + closed, null);
  }

  private void drop() {
    narrator.say("drop: digest once more, look for the files, DROP PARTITION");
    JsonNode report = commands.clean("jobs", "run", "drop", "--json").json();
    for (JsonNode result : report.get("reports").get(0).get("results")) {
      narrator.say(
          "  " + result.get("tablePartition").asText() + ": " + result.get("end").asText());
    }
    figures.status(commands.clean("jobs", "status", "--json").json());
  }

  /** The refused late event, whose partition is gone by now, comes to the gate; four times. */
  private void replay() throws SQLException {
    LocalDate day = inbox.firstDay().plusDays(3);
    narrator.say("gate: the late event comes again, four times; its day is dropped");
    List<String> outcomes = new ArrayList<>();
    try (GateAct gate = new GateAct(servers.configuration())) {
      gate.openAccount();
      GateAct.Account before = gate.account();
      for (int time = 0; time < 3; time++) {
        outcomes.add(bring(gate, day));
      }
      narrator.say("  late: " + detail(commands.clean("jobs", "run", "late", "--json")));
      String where = lookup(DemoInbox.LATE_EVENT, day, "").get("where").asText();
      outcomes.add(bring(gate, day));
      GateAct.Account after = gate.account();
      if (!outcomes.equals(List.of("APPLIED", "DUPLICATE", "DUPLICATE", "DUPLICATE"))
          || after.effects() != 1
          || !where.equals("ARCHIVE")) {
        throw new DemoFailedException(
            "the gate answered " + outcomes + ", the account is " + after + ", row in " + where,
            null);
      }
      figures.gate(
          new GateFigures(
              day, outcomes, after.effects(), before.balanceMinor(), after.balanceMinor(), where));
    }
  }

  private String bring(GateAct gate, LocalDate day) throws SQLException {
    GateOutcome outcome = gate.bring(DemoInbox.LATE_EVENT, day);
    narrator.say(
        "  "
            + DemoInbox.LATE_EVENT
            + " of "
            + day
            + ": "
            + outcome.kind()
            + ", account "
            + gate.account().balanceMinor());
    return outcome.kind().name();
  }

  private void expire() {
    narrator.say(detail(commands.clean("jobs", "run", "expire", "--json")));
  }

  private static String detail(CommandLineRun.Result result) {
    JsonNode results = result.json().get("reports").get(0).get("results");
    return results.isEmpty() ? "nothing to do" : results.get(0).get("detail").asText();
  }

  /** How to go on when the servers are kept. */
  void explain(PrintWriter out) {
    LocalDate day = archived();
    servers.explain(out, inbox.event(day, 1), day);
  }

  /** A day whose rows are in the archive alone at the end. */
  private LocalDate archived() {
    return inbox.firstDay().plusDays(size.days() - 6L);
  }

  private void lookUp() {
    LocalDate archived = archived();
    narrator.say("look-ups of events whose rows are gone from MySQL, and of others");
    expect("DUPLICATE", lookup(inbox.event(archived, 10), archived, inbox.event(archived, 10)));
    expect("DUPLICATE", lookup(inbox.event(archived, size.rowsPerDay()), archived, ""));
    expect("CONFLICT", lookup(inbox.event(archived, 10), archived, "another amount"));
    LocalDate unfinished = today.minusDays(DemoInbox.UNFINISHED_DAYS_AGO);
    expect("IN_PROGRESS", lookup(inbox.event(unfinished, 1), unfinished, ""));
    expect("UNSEEN", lookup("evt-never-seen", archived, ""));
    expect("BEYOND_WINDOW", lookup(inbox.event(inbox.firstDay(), 1), inbox.firstDay(), ""));
    if (servers.ownsObjectStore()) {
      narrator.say("stopping the object store");
      servers.objectStore().stop();
      expect("UNDECIDABLE", lookup(inbox.event(archived, 10), archived, ""));
      narrator.say("starting it again");
      servers.objectStore().start();
      expect("DUPLICATE", lookup(inbox.event(archived, 10), archived, ""));
    }
  }

  private JsonNode lookup(String event, LocalDate day, String payloadOf) {
    String hash =
        payloadOf.isEmpty() ? "" : HexFormat.of().formatHex(DemoInbox.payloadHash(payloadOf));
    String[] words = {
      "verifier",
      "lookup",
      "--json",
      "--consumer",
      DemoInbox.CONSUMER,
      "--event",
      event,
      "--day",
      day.toString()
    };
    if (hash.isEmpty()) {
      return commands.run(words).json();
    }
    String[] withHash = java.util.Arrays.copyOf(words, words.length + 2);
    withHash[words.length] = "--payload-hash";
    withHash[words.length + 1] = hash;
    return commands.run(withHash).json();
  }

  private void expect(String answer, JsonNode document) {
    String got = document.get("answer").asText();
    narrator.say(
        "  "
            + document.get("eventId").asText()
            + " of "
            + document.get("eventDay").asText()
            + ": "
            + got
            + " ("
            + document.get("where").asText()
            + ", "
            + document.get("requests").asText()
            + " requests"
            + (document.get("result").isEmpty() ? "" : ", " + document.get("result"))
            + (document.get("reason").isNull() ? "" : ", " + document.get("reason").asText())
            + ")");
    if (!got.equals(answer)) {
      throw new DemoFailedException("expected " + answer + ", got " + document, null);
    }
    figures.answered(document);
  }
}
