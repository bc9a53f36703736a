package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts that may not do all that the jobs take, and one that may do just that. */
class AccountsIT {
  private static final int DAYS = 7;
  private static final Pattern STATEMENT = Pattern.compile("Run (GRANT [^;]+);");

  @TempDir private Path folder;
  private TestInbox inbox;
  private String user;
  private String account;
  private CommandProbe probe;

  @BeforeEach
  void createAnAccount() throws Exception {
    inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    inbox.fill(inbox.day(DAYS), 20);
    inbox.sql("DROP DATABASE `" + inbox.control() + "`");
    user = "u_" + inbox.schema();
    account = "'" + user + "'@'%'";
    inbox.sql("CREATE USER " + account + " IDENTIFIED BY 'secret'");
    probe = CommandProbe.of(inbox).as(user, "secret");
  }

  @AfterEach
  void dropTheAccount() throws SQLException {
    inbox.sql("DROP USER " + account);
  }

  private void grant(String privileges, String on) throws SQLException {
    inbox.sql("GRANT " + privileges + " ON " + on + " TO " + account);
  }

  /** What docs/operations.md lists under "Privileges". */
  private void grantWhatIsDocumented() throws SQLException {
    grant("SELECT, ALTER, DROP, TRIGGER", "`" + inbox.schema() + "`.*");
    grant("ALL", "`" + inbox.control() + "`.*");
    grant("PROCESS, XA_RECOVER_ADMIN", "*.*");
    grant("SELECT", "performance_schema.*");
  }

  private static List<String> statements(String text) {
    return STATEMENT.matcher(text).results().map((MatchResult found) -> found.group(1)).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"archive", "drop", "expire", "provision"})
  void aReadOnlyAccountIsRefusedWithTheGrantsToRun(String job) throws SQLException {
    grant("SELECT", "`" + inbox.schema() + "`.*");
    grant("SELECT", "`" + inbox.control() + "`.*");

    Outcome run = probe.runWithoutEffect("jobs", "run", job);

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
    assertThat(run.err())
        .contains("nothing was changed:")
        .contains(
            "Run GRANT ALTER ON `"
                + inbox.schema()
                + "`.`inbox` TO "
                + account
                + "; "
                + "[MISSING_PRIVILEGE]")
        .contains("Run GRANT ALL PRIVILEGES ON `" + inbox.control() + "`.* TO " + account + ";");
  }

  @Test
  void aReadOnlyAccountCanPlan() throws SQLException {
    grant("SELECT", "`" + inbox.schema() + "`.*");

    for (String job : List.of("archive", "drop", "expire", "provision")) {
      Outcome plan = probe.runWithoutEffect("jobs", "plan", job);
      assertThat(plan.exitCode()).as(job + plan).isZero();
      assertThat(probe.runWithoutEffect("jobs", "run", job, "--dry-run").out())
          .isEqualTo(plan.out());
    }
    assertThat(probe.runWithoutEffect("jobs", "status").exitCode()).isZero();
    Outcome install = probe.runWithoutEffect("jobs", "guard", "install");
    assertThat(install.exitCode()).as(install.toString()).isEqualTo(2);
  }

  @Test
  void runningTheStatementsThatAreToldMendsWhatIsTold() throws SQLException {
    grant("SELECT", "`" + inbox.schema() + "`.*");

    Outcome outcome = probe.runWithoutEffect("check");
    for (int round = 1; round <= 3 && !statements(outcome.out()).isEmpty(); round++) {
      inbox.sql(statements(outcome.out()).toArray(String[]::new));
      outcome = probe.runWithoutEffect("check");
    }

    assertThat(outcome.out().lines())
        .as("all that is left")
        .allMatch(
            line ->
                line.startsWith("check: bucket: ")
                    || line.endsWith("[GUARD_ABSENT]")
                    || line.endsWith("[LEDGER_NOT_FOUND]")
                    || line.endsWith("[BINLOG_TRUST]"));
  }

  @Test
  void theDocumentedPrivilegesAreEnoughForEverythingButCreatingTriggers() throws SQLException {
    grantWhatIsDocumented();
    String since = inbox.day(DAYS).toString();
    String statement = "Run SET PERSIST log_bin_trust_function_creators = 1;";

    Outcome check = probe.runWithoutEffect("check");
    assertThat(check.exitCode()).isEqualTo(2);
    assertThat(check.out()).contains("MySQL error 1419").contains(statement);
    assertThat(statements(check.out())).isEmpty();
    Outcome refused = probe.runWithoutEffect("jobs", "guard", "install", "--covered-since", since);
    assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(2);
    assertThat(refused.err()).contains("nothing was changed").contains(statement);

    grant("SUPER", "*.*");
    Outcome installed = probe.run("jobs", "guard", "install", "--covered-since", since);
    assertThat(installed.exitCode()).as(installed.toString()).isZero();
    inbox.sql("REVOKE SUPER ON *.* FROM " + account);

    Outcome again = probe.runWithoutEffect("check");
    assertThat(again.exitCode()).as(again.toString()).isZero();
    for (String job : List.of("provision", "archive", "drop", "expire")) {
      Outcome run = probe.run("jobs", "run", job);
      assertThat(run.exitCode()).as(job + run).isZero();
    }
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("DROPPED");
    Outcome lookup =
        probe.run(
            "verifier",
            "lookup",
            "--consumer",
            TestInbox.CONSUMER,
            "--event",
            TestInbox.event(inbox.day(DAYS), 1),
            "--day",
            inbox.day(DAYS).toString());
    assertThat(lookup.exitCode()).isZero();
    assertThat(lookup.out()).contains("answer: DUPLICATE").contains("where: ARCHIVE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ALTER", "DROP"})
  void aPrivilegeThatOnlyTheDropTakesIsMissedBeforeAnythingIsTouched(String privilege)
      throws SQLException {
    grantWhatIsDocumented();
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    inbox.sql("REVOKE " + privilege + " ON `" + inbox.schema() + "`.* FROM " + account);

    Outcome run = probe.runWithoutEffect("jobs", "run", "archive");

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
    assertThat(statements(run.err()))
        .containsExactly(
            "GRANT " + privilege + " ON `" + inbox.schema() + "`.`inbox` TO " + account);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PROCESS", "XA_RECOVER_ADMIN"})
  void anAccountThatMayNotSeeTransactionsIsToldSo(String privilege) throws SQLException {
    grantWhatIsDocumented();
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    inbox.sql("REVOKE " + privilege + " ON *.* FROM " + account);

    Outcome run = probe.runWithoutEffect("jobs", "run", "archive");

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
    assertThat(statements(run.err()))
        .containsExactly("GRANT " + privilege + " ON *.* TO " + account);
  }
}
