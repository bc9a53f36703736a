package io.tallykeep.jobs.retention.replica;

import io.tallykeep.jobs.ReplicatingServers;
import io.tallykeep.jobs.ReplicatingServers.Positions;
import io.tallykeep.jobs.TestInbox;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gate asks for a row, not for GTIDs: it holds where gtid_mode is OFF. */
class ReplicaGateWithoutGtidIT {
  @Test
  void whileOneDropIsUnappliedThereIsNoNext(@TempDir Path home, @TempDir Path folder)
      throws Exception {
    try (ReplicatingServers servers = ReplicatingServers.start(home, Positions.FILE)) {
      TestInbox inbox = ReplicaGateIT.archived(servers, folder);

      ReplicaGateIT.oneDropUnapplied(servers, inbox);
    }
  }
}
