package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;

/** What {@code check} finds, and that it and a refused run change nothing. */
class CheckCommandIT {
  private static final int DAYS = 6;

  /** A port nobody listens on. */
  private static final int NOBODY = 1;

  @TempDir private Path folder;
  private TestInbox inbox;
  private CommandProbe probe;

  @BeforeEach
  void createAnInboxWithoutAControlSchema() throws Exception {
    inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    inbox.fill(inbox.day(DAYS), 3);
    inbox.sql("DROP DATABASE `" + inbox.control() + "`");
    probe = CommandProbe.of(inbox);
  }

  private static void assertFound(Outcome outcome, int exitCode, String... parts) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(exitCode);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines()).allMatch(line -> line.startsWith("check: "));
    assertThat(outcome.out()).contains(parts);
  }

  /** A run that is refused says the same, on standard error. */
  private void assertRunIsRefused(CommandProbe refused, int exitCode, String... parts)
      throws SQLException {
    Outcome run = refused.runWithoutEffect("jobs", "run", "archive");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(exitCode);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("tallykeep: the preflight found ")
        .contains("nothing was changed:")
        .contains(parts);
  }

  @Test
  void aFreshTableIsToldHowItIsAdoptedAndNoControlSchemaIsCreated() throws SQLException {
    assertFound(
        probe.runWithoutEffect("check"),
        2,
        "dataset inbox, table " + inbox.schema() + ".inbox: has no guard.",
        "Run './tallykeep jobs guard install --covered-since DATE'. [GUARD_ABSENT]",
        "schema " + inbox.control() + " has no day_ledger",
        "[LEDGER_NOT_FOUND]");
    assertThat(probe.runWithoutEffect("jobs", "guard", "status").exitCode()).isEqualTo(2);
  }

  @Test
  void anAdoptedTableIsInOrder() throws SQLException {
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();

    assertFound(probe.runWithoutEffect("check"), 0, "check: everything is in order");
    Outcome json = probe.runWithoutEffect("check", "--json");
    assertThat(json.exitCode()).isZero();
    assertThat(CommandProbe.json(json).get("findings")).isEmpty();
  }

  @Test
  void aFindingIsADocumentWithStableFields() throws SQLException {
    Outcome outcome = probe.runWithoutEffect("check", "--json");

    assertThat(outcome.exitCode()).isEqualTo(2);
    JsonNode document = CommandProbe.json(outcome);
    assertThat(CommandProbe.fields(document)).containsExactly("findings", "bucket");
    assertThat(document.get("findings"))
        .allSatisfy(
            finding ->
                assertThat(CommandProbe.fields(finding))
                    .containsExactly("code", "owner", "place", "what", "mend"));
    assertThat(document.get("findings"))
        .extracting(finding -> finding.get("code").textValue())
        .containsExactly("GUARD_ABSENT", "LEDGER_NOT_FOUND");
  }

  @Test
  void mysqlThatDoesNotAnswerIsToldByAddress() throws Exception {
    MysqlAddress mysql = Sandbox.shared().mysql();
    CommandProbe nobody =
        probe.with("//" + mysql.host() + ":" + mysql.port(), "//127.0.0.1:" + NOBODY);
    String found =
        "MySQL at jdbc:mysql://127.0.0.1:1/: can't be reached: Communications link failure";

    assertFound(
        nobody.runWithoutEffect("check"), 2, found, "Connection refused", "[MYSQL_UNREACHABLE]");
    assertRunIsRefused(nobody, 2, found);
  }

  @Test
  void aHostNameNobodyHasIsTold() throws Exception {
    MysqlAddress mysql = Sandbox.shared().mysql();
    CommandProbe unknown =
        probe.with("//" + mysql.host() + ":" + mysql.port(), "//no-such-host.invalid:3306");
    String found = "MySQL at jdbc:mysql://no-such-host.invalid:3306/: can't be reached";

    assertFound(unknown.runWithoutEffect("check"), 2, found, "UnknownHost", "[MYSQL_UNREACHABLE]");
    assertRunIsRefused(unknown, 2, found);
  }

  @Test
  void aWrongPasswordIsToldAndNotShown() throws Exception {
    CommandProbe wrong = probe.as(Sandbox.shared().mysql().user(), "hunter2");

    Outcome outcome = wrong.runWithoutEffect("check");
    assertFound(
        outcome,
        2,
        "Access denied for user",
        "error 1045",
        "Check username and password",
        "[MYSQL_ACCESS_DENIED]");
    assertThat(outcome.out()).doesNotContain("hunter2");
    assertRunIsRefused(wrong, 2, "[MYSQL_ACCESS_DENIED]");
  }

  @Test
  void anObjectStoreThatDoesNotAnswerIsToldByAddress() throws Exception {
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    S3Address s3 = Sandbox.shared().s3();
    CommandProbe nobody = probe.with(s3.endpoint().toString(), "http://127.0.0.1:" + NOBODY);

    assertFound(
        nobody.runWithoutEffect("check"),
        2,
        "tallykeep.object-store: bucket " + inbox.bucket(),
        "Connect to 127.0.0.1:1",
        "check endpoint, region and network",
        "[OBJECT_STORE_UNREACHABLE]");
    assertRunIsRefused(nobody, 2, "[OBJECT_STORE_UNREACHABLE]");

    Outcome provision = nobody.run("jobs", "run", "provision");
    assertThat(provision.exitCode()).as("needs no object store: " + provision).isZero();
  }

  @Test
  void anObjectStoreNobodyKnowsIsTold() throws Exception {
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    S3Address s3 = Sandbox.shared().s3();
    CommandProbe unknown = probe.with(s3.endpoint().toString(), "http://no-such-host.invalid");

    assertFound(unknown.runWithoutEffect("check"), 2, "UnknownHost", "[OBJECT_STORE_UNREACHABLE]");
  }

  @Test
  void aBucketThatWouldExpireTheArchiveStopsEveryRun() throws Exception {
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    try (TestArchive archive = new TestArchive(inbox)) {
      archive
          .servers()
          .storage()
          .s3Client()
          .putBucketLifecycleConfiguration(
              request ->
                  request
                      .bucket(inbox.bucket())
                      .lifecycleConfiguration(
                          c ->
                              c.rules(
                                  rule ->
                                      rule.id("tidy")
                                          .status(ExpirationStatus.ENABLED)
                                          .filter(f -> f.prefix(""))
                                          .expiration(e -> e.days(9)))));
    }
    String told = "lifecycle rule 'tidy' expires objects after 9 days";

    assertFound(probe.runWithoutEffect("check"), 2, told, "[OBJECT_STORE_LIFECYCLE_TOO_SHORT]");
    assertRunIsRefused(probe, 2, told, "10 days: exclude the prefix tallykeep/ from the rule");
  }

  @Test
  void aMissingBucketIsNamed() throws Exception {
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    CommandProbe other = probe.with("bucket: \"" + inbox.bucket(), "bucket: \"no-such-bucket");

    assertFound(
        other.runWithoutEffect("check"),
        2,
        "bucket no-such-bucket",
        "404",
        "create the bucket or correct its name",
        "[OBJECT_STORE_BUCKET_MISSING]");
    assertRunIsRefused(other, 2, "[OBJECT_STORE_BUCKET_MISSING]");
  }

  @Test
  void aTableThatIsNotThereIsTheConfigurationsFault() throws Exception {
    String table = inbox.schema() + ".inbox";
    CommandProbe missing = probe.with("table: " + table, "table: " + inbox.schema() + ".nope");
    String found =
        "table " + inbox.schema() + ".nope does not exist, or this account may not see it.";

    assertFound(missing.runWithoutEffect("check"), 64, found, "[TABLE_NOT_FOUND]");
    assertRunIsRefused(missing, 64, found);
  }

  @Test
  void columnsThatAreNotThereAreAllNamed() throws Exception {
    CommandProbe wrong =
        probe
            .with("identity: [consumer_name, event_id]", "identity: [consumer, event]")
            .with("event-day: event_day", "event-day: day");

    assertFound(
        wrong.runWithoutEffect("check"),
        64,
        "has no identity column consumer.",
        "has no identity column event.",
        "has no event day column day.");
    assertRunIsRefused(wrong, 64, "has no event day column day.");
  }

  @Test
  void aTableOfBusinessKeysThatIsNotThereIsFoundBeforeADayIsClosed() throws Exception {
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    CommandProbe wrong =
        probe
            .with("table: " + inbox.schema() + ".operation", "table: " + inbox.schema() + ".nope")
            .with("payload-hash: payload_hash", "payload-hash: payload_hsh");
    String found =
        "tallykeep.datasets.inbox.business-key.table: there is no table "
            + inbox.schema()
            + ".nope.";

    assertFound(
        wrong.runWithoutEffect("check"),
        64,
        found,
        "[BUSINESS_KEY_TABLE_MISSING]",
        "column payload_hsh (missing)");
    for (String job : List.of("archive", "late", "drop", "expire")) {
      Outcome run = wrong.runWithoutEffect("jobs", "run", job);
      assertThat(run.exitCode()).as(run.toString()).isEqualTo(64);
      assertThat(run.err()).contains(found);
    }
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("ONLINE");
    assertThat(wrong.run("jobs", "run", "provision").exitCode()).as("provision goes on").isZero();
  }

  @Test
  void columnsOfTheBusinessKeyThatAreNotThereAreAllNamed() throws Exception {
    CommandProbe wrong =
        probe
            .with(
                "key-columns: [tenant_id, operation_type, operation_id]",
                "key-columns: [tenant, operation_type, operation]")
            .with("status-column: status", "status-column: state\n        intent: [beneficiary]");

    assertFound(
        wrong.runWithoutEffect("check"),
        64,
        "business-key.key-columns: table " + inbox.schema() + ".operation has no column tenant.",
        "has no column operation.",
        "business-key.status-column: table " + inbox.schema() + ".operation has no column state.",
        "business-key.intent: table " + inbox.schema() + ".operation has no column beneficiary.",
        "[BUSINESS_KEY_COLUMN_MISSING]");
    assertThat(wrong.run("check").out()).doesNotContain("OPERATIONS_NOT_UNIQUE");
    assertRunIsRefused(wrong, 64, "has no column state.");
  }

  @Test
  void aBusinessKeyThatMysqlCanNotCompareIsFound() throws Exception {
    inbox.sql(
        "ALTER TABLE `"
            + inbox.schema()
            + "`.operation MODIFY operation_id VARCHAR(128) CHARACTER SET utf8mb4 COLLATE"
            + " utf8mb4_general_ci NOT NULL",
        "ALTER TABLE "
            + inbox.table()
            + " MODIFY operation_id VARCHAR(128) CHARACTER SET utf8mb4 COLLATE"
            + " utf8mb4_0900_ai_ci");

    assertFound(
        probe.runWithoutEffect("check"),
        64,
        "business-key.key-columns: MySQL can't compare them",
        "Illegal mix of collations",
        "[BUSINESS_KEY_NOT_COMPARABLE]");
    assertRunIsRefused(probe, 64, "[BUSINESS_KEY_NOT_COMPARABLE]");
  }

  @Test
  void whatTheConfigurationAndTheServersLackIsToldTogether() throws Exception {
    CommandProbe both =
        probe
            .with("identity-days: 10", "identity-days: 9")
            .with(
                "  datasets:\n",
                "  datasets:\n    other: {table: "
                    + inbox.schema()
                    + ".operation, identity:"
                    + " [operation_id], event-day: created_at,"
                    + " windows: {online-days: 4, identity-days: 10}}\n");

    assertFound(
        both.runWithoutEffect("check"),
        64,
        "tallykeep.datasets.inbox.windows: identity-days is 9, 1 day too short",
        "dataset other, table " + inbox.schema() + ".operation",
        "[PARTITIONING]");
  }

  @Test
  void anAlteredGuardIsForAPerson() throws SQLException {
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    List<String> triggers =
        inbox.query(
            "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = '"
                + inbox.schema()
                + "' AND EVENT_MANIPULATION = 'DELETE'");
    inbox.sql("DROP TRIGGER `" + inbox.schema() + "`.`" + triggers.get(0) + "`");
    String found = "the triggers of " + inbox.schema() + ".inbox are not the guard's";

    assertFound(
        probe.runWithoutEffect("check"),
        3,
        found,
        "Run 'jobs guard install' again",
        "[GUARD_ALTERED]");
    assertRunIsRefused(probe, 3, found);
    Outcome status = probe.runWithoutEffect("jobs", "guard", "status");
    assertThat(status.exitCode()).isEqualTo(3);
    assertThat(status.out()).contains("guard inbox: BROKEN, ").contains(found);

    assertThat(probe.run("jobs", "guard", "install").exitCode()).isZero();
    assertFound(probe.runWithoutEffect("check"), 0, "everything is in order");
  }
}
