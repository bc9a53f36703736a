package io.tallykeep.jobs.retention.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server's own log of a whole cycle, statement by statement: whatever changes something must be
 * registered as an effect, or the crash matrix would not know of it.
 */
class EffectsAreRegisteredIT {
  private static final int DAYS = 12;

  private static final List<String> CHANGES_NOTHING =
      List.of(
          "SELECT ",
          "(SELECT ",
          "WITH ",
          "SHOW ",
          "XA RECOVER",
          "DO 0",
          "USE ",
          "COMMIT",
          "ROLLBACK",
          "START TRANSACTION",
          "/*");

  private final Sandbox sandbox = Sandbox.shared();
  @TempDir private Path folder;
  private TestInbox inbox;

  @BeforeEach
  void createInbox() throws Exception {
    inbox = TestInbox.create(sandbox, folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), 20);
    }
    inbox.sql("SET GLOBAL log_output = 'TABLE'", "SET GLOBAL general_log = 'ON'");
  }

  @AfterEach
  void stopLogging() throws SQLException {
    inbox.sql("SET GLOBAL general_log = 'OFF'", "TRUNCATE mysql.general_log");
  }

  @Test
  void everyStatementThatChangesSomethingIsRegistered() throws SQLException {
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    clean("jobs", "guard", "remove");
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    for (String job : List.of("provision", "archive", "drop")) {
      clean("jobs", "run", job);
    }
    new LateRows(inbox).fill(inbox.day(DAYS - 3), 1001, 1020);
    clean("jobs", "run", "late");
    String restored = inbox.day(DAYS - 3).toString();
    clean("jobs", "run", "restore", "--dataset", "inbox", "--from", restored, "--to", restored);
    clean("jobs", "run", "drill");
    clean("jobs", "pause", "on", "--reason", "to see it logged");
    clean("jobs", "pause", "off", "--reason", "to see it logged");
    Interventions people = new Interventions(inbox);
    clean(people.holdAdd(inbox.day(2)));
    clean(people.holdRelease(inbox.day(2)));
    clean("jobs", "run", "expire");
    new SideTables(inbox).loseCatalog();
    clean("jobs", "rebuild-catalog");

    Names names = new Names(inbox);
    List<String> changing =
        statements().stream()
            .filter(EffectsAreRegisteredIT::changesSomething)
            .map(EffectsAreRegisteredIT::oneLine)
            .filter(statement -> !statement.matches("DELETE FROM `\\w+`\\.\\w+"))
            .filter(statement -> !statement.contains("late_inbox (consumer_name"))
            .distinct()
            .toList();

    assertThat(changing).as("what the server logged").hasSizeGreaterThan(100);
    assertThat(changing)
        .as("statements that no registered effect knows")
        .filteredOn(statement -> !ExternalEffect.isRegistered(statement, names))
        .isEmpty();
    assertThat(objects())
        .as("objects that no registered effect knows")
        .hasSizeGreaterThan(10)
        .filteredOn(object -> !ExternalEffect.isRegistered("PUT " + object, names))
        .isEmpty();
  }

  private List<String> objects() {
    try (TestArchive archive = new TestArchive(inbox)) {
      return archive
          .servers()
          .storage()
          .s3Client()
          .listObjectsV2(request -> request.bucket(inbox.bucket()))
          .contents()
          .stream()
          .map(object -> "/" + inbox.bucket() + "/" + object.key())
          .toList();
    }
  }

  private void clean(List<String> words) {
    clean(words.toArray(String[]::new));
  }

  private void clean(String... words) {
    TestInbox.Outcome outcome = inbox.run(words);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
  }

  /** What the sessions said that ever spoke of this inbox or its control schema. */
  private List<String> statements() throws SQLException {
    return inbox.query(
        "SELECT CONVERT(argument USING utf8mb4) FROM mysql.general_log"
            + " WHERE command_type IN ('Query', 'Execute') AND thread_id IN (SELECT thread_id FROM"
            + " (SELECT DISTINCT thread_id FROM mysql.general_log WHERE INSTR(argument, '"
            + inbox.control()
            + "') > 0) AS ours)");
  }

  private static boolean changesSomething(String statement) {
    String words = statement.strip().toUpperCase(Locale.ROOT);
    boolean ofTheSession =
        words.startsWith("SET ")
            && !words.startsWith("SET GLOBAL ")
            && !words.startsWith("SET PERSIST");
    return !ofTheSession && CHANGES_NOTHING.stream().noneMatch(words::startsWith);
  }

  private static String oneLine(String statement) {
    return statement.replaceAll("\\s+", " ").strip();
  }
}
