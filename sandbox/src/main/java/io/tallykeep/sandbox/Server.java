package io.tallykeep.sandbox;

/**
 * One server process that a sandbox started. It keeps its port, its account and its data over
 * stops, kills and restarts. Safe for use by several threads; one call runs at a time.
 */
public interface Server {
  /** Starts the server if it does not run, and returns when it answers. */
  void start();

  /**
   * Lets the server end cleanly and returns when its process is gone; nothing happens if it does
   * not run.
   */
  void stop();

  /**
   * Kills the server's process (SIGKILL) and returns when it is gone: what it had not yet written
   * is lost, as in a power cut.
   */
  void kill();

  /** {@link #stop()} and {@link #start()}: the same port and data. */
  void restart();

  /** Whether the server's process lives; says nothing about whether it answers. */
  boolean isRunning();
}
