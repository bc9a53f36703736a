package io.tallykeep.jobs.retention.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.sandbox.Sandbox;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Accounts that may not do all that a guard takes. */
class GuardPrivilegesIT {
  private GuardedTable table;
  private String user;
  private String account;

  @BeforeEach
  void createAnAccount() throws SQLException {
    table = GuardedTable.bare(Sandbox.shared());
    user = "u" + table.schema().value().substring(4);
    account = "'" + user + "'@'%'";
    table.execute("CREATE USER " + account + " IDENTIFIED BY 'secret'");
  }

  @AfterEach
  void dropTheAccount() throws SQLException {
    try (Session session = Session.open(table.source())) {
      session.execute("DROP DATABASE " + table.schema().quoted());
      session.execute("DROP USER " + account);
    }
  }

  private void grant(String privileges, String on) throws SQLException {
    table.execute("GRANT " + privileges + " ON " + on + " TO " + account);
  }

  private GuardInstaller installer() {
    return new GuardInstaller(table.sourceAs(user), table.definition());
  }

  private static List<Finding> findings(GuardChange change) {
    assertThat(change).isInstanceOf(GuardChange.Refused.class);
    return ((GuardChange.Refused) change).findings();
  }

  @Test
  void aReadOnlyAccountIsToldEveryGrantItNeeds() throws SQLException {
    grant("SELECT", table.schema().quoted() + ".*");
    grant("SELECT", table.control().quoted() + ".*");

    List<Finding> findings = findings(installer().install(Optional.of(table.daysAgo(16))));

    String ledger = table.control().quoted() + ".`day_ledger`";
    assertThat(findings)
        .allSatisfy(finding -> assertThat(finding.owner()).isEqualTo(Finding.Owner.EXTERNAL));
    assertThat(findings.stream().map(Finding::mend))
        .contains(
            "Run GRANT TRIGGER ON " + table.table("inbox").quoted() + " TO " + account + ";",
            "Run GRANT INSERT ON " + ledger + " TO " + account + ";",
            "Run GRANT UPDATE ON " + ledger + " TO " + account + ";",
            "Run GRANT CREATE ON " + table.dataset().lateTable().quoted() + " TO " + account + ";",
            "Run GRANT SELECT ON performance_schema.replication_connection_configuration TO "
                + account
                + ";")
        .anySatisfy(
            mend -> assertThat(mend).startsWith("Run SET PERSIST log_bin_trust_function_creators"));
    assertThat(table.installer().status()).isEqualTo(new GuardStatus.Absent());
  }

  @Test
  void error1419IsFoundBeforeAnythingIsTouched() throws SQLException {
    grantAllThatInstallTakes();

    List<Finding> findings = findings(installer().install(Optional.of(table.daysAgo(16))));

    assertThat(findings)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("BINLOG_TRUST");
              assertThat(finding.what()).contains("MySQL error 1419").contains(account);
              assertThat(finding.mend())
                  .startsWith("Run SET PERSIST log_bin_trust_function_creators = 1;");
            });
    assertThat(
            table.number(
                "SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_NAME = 'late_inbox'"
                    + " AND TABLE_SCHEMA = '"
                    + table.control()
                    + "'"))
        .isZero();
  }

  @Test
  void anAccountWithoutMoreThanItTakesInstallsAndSeesAHealthyGuard() throws SQLException {
    grantAllThatInstallTakes();
    grant("SUPER", "*.*");

    assertThat(installer().install(Optional.of(table.daysAgo(16))))
        .isInstanceOf(GuardChange.Changed.class);

    assertThat(installer().status()).isInstanceOf(GuardStatus.Healthy.class);
    assertThat(table.installer().status()).isInstanceOf(GuardStatus.Healthy.class);
    table.insert("e", table.daysAgo(12));
  }

  private void grantAllThatInstallTakes() throws SQLException {
    grant("SELECT, TRIGGER", table.table("inbox").quoted());
    grant("SELECT, INSERT, UPDATE", table.control().quoted() + ".day_ledger");
    grant("SELECT, CREATE", table.dataset().lateTable().quoted());
    grant("SELECT", "performance_schema.replication_connection_configuration");
    grant("SELECT", "performance_schema.replication_group_members");
  }

  @Test
  void anAccountThatMayNotSeeTriggersDoesNotSayThereAreNone() throws SQLException {
    table.install();
    grant("SELECT", table.schema().quoted() + ".*");

    assertThat(installer().status())
        .isInstanceOfSatisfying(
            GuardStatus.Broken.class,
            broken ->
                assertThat(broken.findings())
                    .singleElement()
                    .satisfies(
                        finding -> {
                          assertThat(finding.code()).isEqualTo("CANNOT_SEE_TRIGGERS");
                          assertThat(finding.mend())
                              .isEqualTo(
                                  "Run GRANT TRIGGER ON "
                                      + table.table("inbox").quoted()
                                      + " TO "
                                      + account
                                      + ";");
                        }));
  }

  @Test
  void anAccountThatMayNotSeeTheLedgerCanNotRemoveTheGuard() throws SQLException {
    table.install();
    table.force(table.daysAgo(14), "CLOSED");
    grant("SELECT, TRIGGER", table.table("inbox").quoted());

    assertThat(findings(installer().remove()).stream().map(Finding::code))
        .containsExactly("LEDGER_NOT_FOUND");
    assertThat(table.installer().status()).isInstanceOf(GuardStatus.Healthy.class);
  }

  @Test
  void aDefinerThatIsGoneIsReported() throws SQLException {
    grantAllThatInstallTakes();
    grant("SUPER", "*.*");
    installer().install(Optional.of(table.daysAgo(16)));
    table.execute("RENAME USER " + account + " TO 'gone_" + user + "'@'%'");

    GuardStatus status = table.installer().status();
    table.execute("RENAME USER 'gone_" + user + "'@'%' TO " + account);

    assertThat(status)
        .isInstanceOfSatisfying(
            GuardStatus.Broken.class,
            broken ->
                assertThat(broken.findings().stream().map(Finding::code))
                    .containsExactly("DEFINER_MISSING"));
  }
}
