package io.tallykeep.service.testing;

import io.tallykeep.service.access.AccessTokens;
import io.tallykeep.service.settings.AuditSettings;
import io.tallykeep.service.settings.AuditSettings.IdentityForm;
import io.tallykeep.service.settings.BatchLimits;
import io.tallykeep.service.settings.ClientLimits;
import io.tallykeep.service.settings.ListenAddress;
import io.tallykeep.service.settings.ServiceSettings;
import io.tallykeep.service.settings.TrafficLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Settings of a service on a free loopback port, to be changed before they are used. */
public final class TestSettings {
  public AccessTokens tokens = AccessTokens.NONE;
  public TrafficLimits traffic = new TrafficLimits(8, 16, Duration.ofSeconds(2), 0);
  public BatchLimits batches = new BatchLimits(2, 8, 100_000, Duration.ofMinutes(2));
  public ClientLimits clients =
      new ClientLimits(100, 4_096, 8_192, Duration.ofSeconds(5), Duration.ofSeconds(10));
  public Duration stopWithin = Duration.ofSeconds(5);
  public Duration warmUp = Duration.ZERO;
  public Optional<Path> auditFile = Optional.empty();
  public IdentityForm auditIdentity = IdentityForm.PLAIN;
  public Duration deadline = Duration.ofSeconds(5);

  public ServiceSettings settings() {
    return new ServiceSettings(
        new ListenAddress("127.0.0.1", 0),
        tokens,
        traffic,
        batches,
        clients,
        stopWithin,
        warmUp,
        new AuditSettings(auditFile, auditIdentity));
  }
}
