package io.tallykeep.jobs.retention.lock;

import java.util.Optional;

/**
 * The session that holds a lock, as far as this account may see it.
 *
 * @param connectionId its connection id, which {@code KILL} takes
 * @param account {@code user@host:port}
 * @param since when it took the lock, in UTC; empty where performance_schema may not be read
 * @param doing its command, how long it has been at it, and its statement
 */
public record LockHolder(
    long connectionId, Optional<String> account, Optional<String> since, Optional<String> doing) {
  @Override
  public String toString() {
    return "connection "
        + connectionId
        + account.map(name -> " of " + name).orElse("")
        + since.map(time -> " since " + time + " UTC").orElse("")
        + doing.map(command -> " (" + command + ")").orElse("");
  }
}
