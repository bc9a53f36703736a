package io.tallykeep.sandbox;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Properties;

/**
 * What a server of the sandbox must find again when it is started the next time.
 *
 * @param port its TCP port on loopback
 * @param secret its generated password or secret key
 */
record ServerState(int port, String secret) {
  private static final String FILE = "server.properties";

  /** A free port and a new secret. */
  static ServerState fresh() {
    return new ServerState(Ports.free(), newSecret());
  }

  /** A password of 24 hexadecimal digits. */
  static String newSecret() {
    byte[] random = new byte[12];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** The same secret on another free port. */
  ServerState onAnotherPort() {
    return new ServerState(Ports.free(), secret);
  }

  /** What {@link #save} wrote; empty if nothing readable is there. */
  static Optional<ServerState> load(Path folder) {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(folder.resolve(FILE))) {
      properties.load(in);
      return Optional.of(
          new ServerState(
              Integer.parseInt(properties.getProperty("port", "")),
              properties.getProperty("secret", "")));
    } catch (NoSuchFileException | NumberFormatException neverSavedWhole) {
      return Optional.empty();
    } catch (IOException e) {
      throw Folders.failure("read", folder.resolve(FILE), e);
    }
  }

  void save(Path folder) {
    Folders.writePrivately(folder.resolve(FILE), "port=" + port + "\nsecret=" + secret + "\n");
  }

  @Override
  public String toString() {
    return "port " + port;
  }
}
