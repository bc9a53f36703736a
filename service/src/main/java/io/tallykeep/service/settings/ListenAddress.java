package io.tallykeep.service.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * Where the service listens.
 *
 * @param host a name or an address of this machine
 * @param port 1 to 65535, or 0 for any free one
 */
public record ListenAddress(String host, int port) {
  private static final int LARGEST_PORT = 65_535;

  public ListenAddress {
    if (host.isBlank()) {
      throw new IllegalArgumentException(
          "the host to listen on is empty: 127.0.0.1 is this machine alone, 0.0.0.0 every network.");
    }
    if (port < 0 || port > LARGEST_PORT) {
      throw new IllegalArgumentException(
          "the port to listen on is " + port + ": it must be 1 to " + LARGEST_PORT + ".");
    }
  }

  /**
   * Whether only this machine reaches it.
   *
   * @throws IllegalArgumentException if the host has no address
   */
  public boolean isLoopback() {
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "the host to listen on, " + host + ", has no address: correct it.", e);
    }
  }
}
