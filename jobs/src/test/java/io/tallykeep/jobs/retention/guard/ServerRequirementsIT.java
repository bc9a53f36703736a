package io.tallykeep.jobs.retention.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server on which no guard holds. */
class ServerRequirementsIT {
  @Test
  void aServerOnWhichAGuardWouldNotHoldIsRefused(@TempDir Path folder) throws SQLException {
    SandboxOptions options =
        SandboxOptions.FOR_TESTS
            .mysqlOnly()
            .withMysqldOption("--sysdate-is-now")
            .withMysqldOption("--binlog-format=STATEMENT")
            .withMysqldOption("--server-id=7");
    try (PrivateSandbox sandbox = Sandbox.startPrivate(folder.resolve("server"), options)) {
      GuardedTable table = GuardedTable.bare(sandbox);
      table.execute("CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'elsewhere'");

      GuardChange change = table.installer().install(Optional.of(table.daysAgo(16)));

      assertThat(change).isInstanceOf(GuardChange.Refused.class);
      assertThat(((GuardChange.Refused) change).findings())
          .allSatisfy(finding -> assertThat(finding.owner()).isEqualTo(Finding.Owner.EXTERNAL))
          .extracting(Finding::code)
          .containsExactly("SYSDATE_IS_NOW", "BINLOG_STATEMENT", "INBOUND_REPLICATION");
    }
  }
}
