package io.tallykeep.jobs.settings;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.replicas}: the replicas that must have applied one drop before the next begins.
 *
 * @param servers the replicas; none means that nobody is waited for
 * @param longestWait how long a drop waits for them before it is left for the next night
 * @param longestRead a session that has held the table longer than this on a replica is in the way:
 *     the replica's applier would wait for it, and everything behind the applier
 */
public record ReplicaSettings(
    @DefaultValue List<Server> servers,
    @DefaultValue("60s") Duration longestWait,
    @DefaultValue("5s") Duration longestRead) {
  public ReplicaSettings {
    servers = List.copyOf(servers);
  }

  /**
   * One replica.
   *
   * @param name what messages call it
   * @param url JDBC address, {@code jdbc:mysql://host:3306/}
   * @param username the account that looks; empty for that of {@code tallykeep.source}
   * @param password its password; taken with the account
   */
  public record Server(
      @DefaultValue("") String name,
      @DefaultValue("") String url,
      @DefaultValue("") String username,
      @DefaultValue("") String password) {
    /** The replica with the account it is asked with. */
    public Server orAccountOf(SourceSettings source) {
      return username.isEmpty()
          ? new Server(name, url, source.username(), source.password())
          : this;
    }

    @Override
    public String toString() {
      return "Server[name="
          + name
          + ", url="
          + SourceSettings.withoutSecrets(url)
          + ", username="
          + username
          + ", password=***]";
    }
  }
}
