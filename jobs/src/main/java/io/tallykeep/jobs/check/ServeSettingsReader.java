package io.tallykeep.jobs.check;

import io.tallykeep.jobs.settings.ServeSettings;
import io.tallykeep.service.access.AccessTokens;
import io.tallykeep.service.settings.AuditSettings;
import io.tallykeep.service.settings.AuditSettings.IdentityForm;
import io.tallykeep.service.settings.BatchLimits;
import io.tallykeep.service.settings.ClientLimits;
import io.tallykeep.service.settings.ListenAddress;
import io.tallykeep.service.settings.ServiceSettings;
import io.tallykeep.service.settings.TrafficLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.util.unit.DataSize;

/** Makes the service's settings of {@code tallykeep.serve}. */
public final class ServeSettingsReader {
  private static final Duration SPARE = Duration.ofSeconds(2);
  private static final long LONGEST_TOKEN_FILE = 4_096;

  private ServeSettingsReader() {}

  /**
   * Checks the settings and reads the token files.
   *
   * @param deadline of a look-up; a silent connection must outlive it
   * @throws IllegalArgumentException naming the key and what is wrong; never shows a token
   */
  public static ServiceSettings read(ServeSettings serve, Duration deadline) {
    Duration longestLookup = deadline.plus(serve.queueWait()).plus(SPARE);
    if (serve.idle().compareTo(longestLookup) < 0) {
      throw new IllegalArgumentException(
          "idle is "
              + serve.idle()
              + ": a connection must outlive a look-up, so at least tallykeep.lookup.deadline +"
              + " queue-wait + 2 s = "
              + longestLookup
              + ".");
    }
    return new ServiceSettings(
        new ListenAddress(serve.host(), serve.port()),
        tokens(serve.tokens()),
        new TrafficLimits(serve.inFlight(), serve.queue(), serve.queueWait(), serve.rateLimit()),
        new BatchLimits(
            serve.batch().atOnce(),
            serve.batch().parallel(),
            serve.batch().maxLines(),
            serve.batch().longest()),
        new ClientLimits(
            serve.clientConnections(),
            bytes(serve.maxLookup()),
            bytes(serve.maxHeader()),
            serve.requestWithin(),
            serve.idle()),
        serve.stopWithin(),
        serve.warmUp(),
        new AuditSettings(
            serve.audit().file().isEmpty()
                ? Optional.empty()
                : Optional.of(Path.of(serve.audit().file())),
            switch (serve.audit().identity()) {
              case PLAIN -> IdentityForm.PLAIN;
              case SHA256 -> IdentityForm.SHA256;
            }));
  }

  private static int bytes(DataSize size) {
    return (int) Math.min(Integer.MAX_VALUE, size.toBytes());
  }

  private static AccessTokens tokens(Map<String, ServeSettings.Token> configured) {
    Map<String, String> hashes = new LinkedHashMap<>();
    configured.forEach(
        (name, token) -> {
          if (token.sha256().isEmpty() == token.file().isEmpty()) {
            throw new IllegalArgumentException("tokens." + name + ": give either sha256 or file.");
          }
          hashes.put(
              name, token.file().isEmpty() ? token.sha256() : hashOfFile(name, token.file()));
        });
    return AccessTokens.ofHashes(hashes);
  }

  private static String hashOfFile(String name, String file) {
    Path path = Path.of(file);
    try {
      if (Files.size(path) > LONGEST_TOKEN_FILE) {
        throw new IllegalArgumentException(
            "tokens." + name + ".file: " + file + " is longer than a token can be.");
      }
      return AccessTokens.hashOf(name, Files.readString(path, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "tokens." + name + ".file: " + file + " can't be read: " + e.getClass().getSimpleName(),
          e);
    }
  }
}
