package io.tallykeep.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** Free TCP ports on loopback. */
final class Ports {
  // Below the range that outgoing connections draw from (32768 and up on Linux, 49152 on macOS): a
  // stopped server finds its port free again.
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;
  private static final int TRIES = 200;

  private Ports() {}

  /** A port that nobody listens on at this moment. */
  static int free() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new SandboxException(
        SandboxFault.START_FAILED,
        "No free port between "
            + LOWEST
            + " and "
            + HIGHEST
            + " in "
            + TRIES
            + " tries: may this user listen on 127.0.0.1?");
  }

  /**
   * Whether somebody accepts connections on this port: unlike {@link #isFree} it never takes the
   * port from a server that is just starting.
   */
  static boolean isAnswering(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Whether a server could listen on this port now. */
  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
