package io.tallykeep.jobs.retention.freeze;

import java.time.Duration;
import java.util.Optional;

/**
 * A transaction that could hold a write the guard did not see. It is named, never killed.
 *
 * @param kind why it counts
 * @param transaction its InnoDB id, or its XA id in hexadecimal digits
 * @param connection the session's connection id, account and host, where it has a session
 * @param age how long it has been open, where known
 * @param statement what it runs, or its session's command
 */
public record Blocker(
    Kind kind,
    String transaction,
    Optional<String> connection,
    Optional<Duration> age,
    Optional<String> statement) {
  /** Why a transaction counts. */
  public enum Kind {
    /** Prepared by XA: after a restart its locks and its age are gone. */
    XA_PREPARED,
    /** No session owns it: recovered, or detached. */
    NO_SESSION,
    /** It began before the guard, or while the day could still be young. */
    OLDER
  }

  @Override
  public String toString() {
    return switch (kind) {
          case XA_PREPARED -> "XA transaction ";
          case NO_SESSION -> "transaction without a session ";
          case OLDER -> "transaction ";
        }
        + transaction
        + connection.map(who -> " of connection " + who).orElse("")
        + age.map(time -> ", open for " + time.toSeconds() + " s").orElse("")
        + statement.map(sql -> ", " + sql).orElse("");
  }
}
