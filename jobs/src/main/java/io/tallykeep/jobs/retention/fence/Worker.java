package io.tallykeep.jobs.retention.fence;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** This process, as others are told of it. */
final class Worker {
  private Worker() {}

  /** Process id and host. */
  static String name() {
    return "process " + ProcessHandle.current().pid() + " on " + host();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "an unnamed host";
    }
  }
}
