package io.tallykeep.service.settings;

import io.tallykeep.service.access.AccessTokens;
import java.time.Duration;

/**
 * All of the service's settings, each checked by its own record.
 *
 * @param address where it listens
 * @param tokens who may ask; none means everybody, on loopback only
 * @param traffic how much is looked up at once and at most
 * @param batches what bounds batches
 * @param clients what bounds the clients' side
 * @param stopWithin a stop waits so long for what is running
 * @param warmUp it looks up for so long before it listens; zero for not at all
 * @param audit where the record of who asked what goes
 */
public record ServiceSettings(
    ListenAddress address,
    AccessTokens tokens,
    TrafficLimits traffic,
    BatchLimits batches,
    ClientLimits clients,
    Duration stopWithin,
    Duration warmUp,
    AuditSettings audit) {
  public ServiceSettings {
    Checks.between("stop-within", stopWithin, Duration.ZERO, Duration.ofHours(1));
    Checks.between("warm-up", warmUp, Duration.ZERO, Duration.ofMinutes(1));
    if (tokens.isEmpty() && !address.isLoopback()) {
      throw new IllegalArgumentException(
          "listening on "
              + address.host()
              + " lets other machines ask, and no token is configured. Listen on 127.0.0.1, or"
              + " configure tallykeep.serve.tokens.");
    }
  }
}
