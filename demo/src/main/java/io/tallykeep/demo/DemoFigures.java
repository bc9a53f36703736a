package io.tallykeep.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.jobs.cli.Json;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the demo measured, for people and as JSON. */
final class DemoFigures {
  private final LocalDate today;
  private final Map<String, Integer> answers = new LinkedHashMap<>();
  private final List<Partition> partitions = new ArrayList<>();
  private Map<LocalDate, TableDigest> mysql = Map.of();
  private ArchiveFigures.Read archive = new ArchiveFigures.Read(0, 0, 0);
  private long archivedLookups;
  private long archivedRequests;
  private Optional<GateFigures> gate = Optional.empty();
  private double seconds;

  private record Partition(LocalDate eventDay, long rows, boolean dropped, boolean digestEqual) {}

  DemoFigures(LocalDate today) {
    this.today = today;
    for (String answer :
        List.of("DUPLICATE", "CONFLICT", "UNSEEN", "IN_PROGRESS", "BEYOND_WINDOW", "UNDECIDABLE")) {
      answers.put(answer, 0);
    }
  }

  void mysqlDigests(Map<LocalDate, TableDigest> byDay) {
    mysql = byDay;
  }

  void archived(ArchiveFigures.Read read) {
    archive = read;
  }

  /** Takes the days that have a proof from {@code jobs status --json}. */
  void status(JsonNode status) {
    for (JsonNode day : status.get("days")) {
      if (day.get("digest").isNull()) {
        continue;
      }
      LocalDate eventDay = LocalDate.parse(day.get("eventDay").asText());
      TableDigest proven =
          TableDigest.parse(day.get("rowCount").asLong(), day.get("digest").asText());
      partitions.add(
          new Partition(
              eventDay,
              proven.rowCount(),
              day.get("progress").asText().equals("DROPPED"),
              proven.equals(mysql.get(eventDay))));
    }
  }

  void answered(JsonNode document) {
    answers.merge(document.get("answer").asText(), 1, Integer::sum);
    if (document.get("where").asText().equals("ARCHIVE")) {
      archivedLookups++;
      archivedRequests += document.get("requests").asLong();
    }
  }

  void gate(GateFigures made) {
    gate = Optional.of(made);
  }

  void seconds(double total) {
    seconds = total;
  }

  private long rows(boolean onlyDropped) {
    return partitions.stream()
        .filter(partition -> partition.dropped() || !onlyDropped)
        .mapToLong(Partition::rows)
        .sum();
  }

  private double bytesPerRow() {
    return archive.rows() == 0 ? 0 : (double) archive.bytes() / archive.rows();
  }

  private long copyRowsPerSecond() {
    return archive.copyMicros() == 0 ? 0 : archive.rows() * 1_000_000 / archive.copyMicros();
  }

  private double requestsPerLookup() {
    return archivedLookups == 0 ? 0 : (double) archivedRequests / archivedLookups;
  }

  void print(PrintWriter out) {
    long equal = partitions.stream().filter(Partition::digestEqual).count();
    out.println();
    out.println("Summary, " + today);
    line(out, "rows archived and proven", String.format(Locale.ROOT, "%,d", rows(false)));
    line(out, "rows dropped from MySQL", String.format(Locale.ROOT, "%,d", rows(true)));
    line(out, "event days whose archive digest equals MySQL's", equal + " of " + partitions.size());
    line(out, "archive size", String.format(Locale.ROOT, "%.1f bytes/row", bytesPerRow()));
    line(
        out,
        "copy (read, encode, upload)",
        String.format(Locale.ROOT, "%,d rows/s", copyRowsPerSecond()));
    line(
        out,
        "object-store requests per archived look-up, from cold",
        String.format(Locale.ROOT, "%.1f", requestsPerLookup()));
    line(out, "look-ups", answers.toString());
    gate.ifPresent(
        made ->
            line(
                out,
                "a late event at the gate",
                made.outcomes()
                    + ", account "
                    + made.balanceMinorBefore()
                    + " -> "
                    + made.balanceMinorAfter()));
    line(out, "time", String.format(Locale.ROOT, "%.0f s", seconds));
  }

  private static void line(PrintWriter out, String what, String value) {
    out.printf(Locale.ROOT, "  %-55s %s%n", what, value);
  }

  String toJson() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("rowsArchived", rows(false));
    document.put("rowsDropped", rows(true));
    document.put(
        "partitions",
        partitions.stream()
            .map(
                partition -> {
                  Map<String, Object> one = new LinkedHashMap<>();
                  one.put("eventDay", partition.eventDay().toString());
                  one.put("rows", partition.rows());
                  one.put("digestEqual", partition.digestEqual());
                  return one;
                })
            .toList());
    document.put("bytesPerRow", Math.round(bytesPerRow() * 10) / 10.0);
    document.put("copyRowsPerSecond", copyRowsPerSecond());
    document.put("lookups", answers);
    document.put("requestsPerLookup", requestsPerLookup());
    gate.ifPresent(made -> document.put("gate", made.toJson()));
    document.put("seconds", seconds);
    return Json.write(document);
  }
}
