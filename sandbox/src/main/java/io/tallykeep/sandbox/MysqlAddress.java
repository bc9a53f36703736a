package io.tallykeep.sandbox;

/**
 * Where a MySQL server answers and the account that may do everything on it.
 *
 * @param host host name or address
 * @param port TCP port
 * @param user an administrator's name
 * @param password that account's password; {@link #toString()} hides it
 */
public record MysqlAddress(String host, int port, String user, String password) {
  private static final String PARAMETERS = "sslMode=DISABLED&allowPublicKeyRetrieval=true";

  /**
   * A Connector/J URL of a schema on this server, without TLS, so that a {@link FaultProxy} in
   * between can read the statements.
   *
   * @param schema the schema's name; empty for none
   */
  public String jdbcUrl(String schema) {
    return "jdbc:mysql://" + host + ":" + port + "/" + schema + "?" + PARAMETERS;
  }

  /** The same server reached through another local port, such as a {@link FaultProxy}'s. */
  public MysqlAddress throughPort(int otherPort) {
    return new MysqlAddress("127.0.0.1", otherPort, user, password);
  }

  @Override
  public String toString() {
    return user + ":***@" + host + ":" + port;
  }
}
