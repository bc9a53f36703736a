package io.tallykeep.jobs.retention.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrivilegesTest {
  private static final TableName INBOX = TableName.parse("app_1.inbox");

  private static Privileges of(String... grants) {
    return Privileges.of("jobs@10.%", List.of(grants));
  }

  @Test
  void anAccountIsQuotedForAGrant() {
    assertThat(of().account()).isEqualTo("'jobs'@'10.%'");
  }

  @Test
  void globalSchemaAndTableGrantsCount() {
    assertThat(of("GRANT SELECT, TRIGGER ON *.* TO `jobs`@`10.%`").allows("TRIGGER", INBOX))
        .isTrue();
    assertThat(of("GRANT TRIGGER ON `app_1`.* TO `jobs`@`10.%`").allows("TRIGGER", INBOX)).isTrue();
    assertThat(
            of("GRANT TRIGGER ON `app_1`.`inbox` TO `jobs`@`10.%` WITH GRANT OPTION")
                .allows("TRIGGER", INBOX))
        .isTrue();
    assertThat(of("GRANT ALL PRIVILEGES ON `app_1`.* TO `jobs`@`10.%`").allows("TRIGGER", INBOX))
        .isTrue();
  }

  @Test
  void theServerListsDynamicPrivilegesWithoutSpaces() {
    Privileges root =
        of(
            "GRANT SELECT, PROCESS ON *.* TO `root`@`localhost` WITH GRANT OPTION",
            "GRANT BACKUP_ADMIN,XA_RECOVER_ADMIN,ROLE_ADMIN ON *.* TO `root`@`localhost`");

    assertThat(root.allowsGlobally("PROCESS")).isTrue();
    assertThat(root.allowsGlobally("XA_RECOVER_ADMIN")).isTrue();
    assertThat(root.allowsGlobally("SUPER")).isFalse();
  }

  @Test
  void aWholeSchemaIsMoreThanSomeOfItsTables() {
    Identifier schema = Identifier.of("app_1");

    assertThat(of("GRANT CREATE ON `app_1`.* TO `j`@`%`").allowsOnSchema("CREATE", schema))
        .isTrue();
    assertThat(of("GRANT CREATE ON *.* TO `j`@`%`").allowsOnSchema("CREATE", schema)).isTrue();
    assertThat(of("GRANT CREATE ON `app_1`.`inbox` TO `j`@`%`").allowsOnSchema("CREATE", schema))
        .isFalse();
    assertThat(
            of("GRANT CREATE ON *.* TO `j`@`%`", "REVOKE CREATE ON `app_1`.* FROM `j`@`%`")
                .allowsOnSchema("CREATE", schema))
        .isFalse();
  }

  @Test
  void aGrantToRunNamesTheAccount() {
    assertThat(of().grantStatement("PROCESS", "*.*"))
        .isEqualTo("Run GRANT PROCESS ON *.* TO 'jobs'@'10.%';");
  }

  @Test
  void otherTablesPrivilegesAndColumnsDoNotCount() {
    assertThat(of("GRANT TRIGGER ON `app_1`.`outbox` TO `jobs`@`10.%`").allows("TRIGGER", INBOX))
        .isFalse();
    assertThat(of("GRANT SELECT ON `app_1`.* TO `jobs`@`10.%`").allows("TRIGGER", INBOX)).isFalse();
    assertThat(
            of("GRANT INSERT, SELECT (`a`, `b`) ON `app_1`.`inbox` TO `jobs`@`10.%`")
                .allows("SELECT", INBOX))
        .isFalse();
    assertThat(
            of("GRANT INSERT, SELECT (`a`, `b`) ON `app_1`.`inbox` TO `jobs`@`10.%`")
                .allows("INSERT", INBOX))
        .isTrue();
    assertThat(of("GRANT `archivist`@`%` TO `jobs`@`10.%`").allows("SELECT", INBOX)).isFalse();
    assertThat(of("GRANT PROXY ON ``@`` TO `root`@`localhost`").allows("SELECT", INBOX)).isFalse();
  }

  @Test
  void schemaNamesInGrantsArePatterns() {
    assertThat(of("GRANT SELECT ON `app%`.* TO `jobs`@`10.%`").allows("SELECT", INBOX)).isTrue();
    assertThat(of("GRANT SELECT ON `app__`.* TO `jobs`@`10.%`").allows("SELECT", INBOX)).isTrue();
    assertThat(of("GRANT SELECT ON `app\\_1`.* TO `jobs`@`10.%`").allows("SELECT", INBOX)).isTrue();
    assertThat(of("GRANT SELECT ON `app\\_2`.* TO `jobs`@`10.%`").allows("SELECT", INBOX))
        .isFalse();
  }

  @Test
  void aPartialRevokeTakesAGlobalGrantAway() {
    Privileges privileges =
        of(
            "GRANT SELECT, TRIGGER ON *.* TO `jobs`@`10.%`",
            "REVOKE TRIGGER ON `app_1`.* FROM `jobs`@`10.%`");

    assertThat(privileges.allows("TRIGGER", INBOX)).isFalse();
    assertThat(privileges.allows("SELECT", INBOX)).isTrue();
    assertThat(privileges.allows("TRIGGER", TableName.parse("other.inbox"))).isTrue();
  }

  @Test
  void superCountsOnlyWhereItIsGlobal() {
    assertThat(of("GRANT SUPER ON *.* TO `jobs`@`10.%`").allowsGlobally("SUPER")).isTrue();
    assertThat(of("GRANT ALL PRIVILEGES ON `app_1`.* TO `jobs`@`10.%`").allowsGlobally("SUPER"))
        .isFalse();
  }
}
