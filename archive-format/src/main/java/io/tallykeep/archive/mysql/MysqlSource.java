package io.tallykeep.archive.mysql;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * How the product connects to MySQL: one set of driver and session properties that a URL can't
 * change. Immutable and thread-safe.
 */
public final class MysqlSource {
  private static final Pattern URL =
      Pattern.compile("jdbc:mysql://[^/?,()@#]+(?:/[A-Za-z0-9_$]*)?(?:\\?([^#]*))?");

  /** What a URL may say: how the connection is secured, and nothing about values or sessions. */
  private static final Set<String> ALLOWED =
      Set.of(
          "sslmode",
          "usessl",
          "requiressl",
          "verifyservercertificate",
          "tlsversions",
          "tlsciphersuites",
          "trustcertificatekeystoreurl",
          "trustcertificatekeystoretype",
          "trustcertificatekeystorepassword",
          "fallbacktosystemtruststore",
          "clientcertificatekeystoreurl",
          "clientcertificatekeystoretype",
          "clientcertificatekeystorepassword",
          "fallbacktosystemkeystore",
          "serverrsapublickeyfile",
          "allowpublickeyretrieval",
          "tcpkeepalive",
          "usecompression",
          "connectionattributes");

  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);

  private final DataSource dataSource;

  /**
   * Checks the URL; opens nothing yet.
   *
   * @param jdbcUrl {@code jdbc:mysql://host:port/schema}, one host; parameters that secure the
   *     connection may follow
   * @throws IllegalArgumentException if the URL has another form or another parameter; the message
   *     never shows a parameter's value
   */
  public MysqlSource(String jdbcUrl, String user, String password) {
    this(jdbcUrl, user, password, LONGEST_ANSWER);
  }

  /**
   * As {@link #MysqlSource(String, String, String)}, for a server that may hang.
   *
   * @param longestAnswer a statement, or a login, whose answer stays away longer fails
   */
  public MysqlSource(String jdbcUrl, String user, String password, Duration longestAnswer) {
    check(jdbcUrl);
    this.dataSource = new MysqlDataSource(jdbcUrl, user, password, longestAnswer);
  }

  private static void check(String jdbcUrl) {
    Matcher url = URL.matcher(jdbcUrl);
    if (!url.matches()) {
      throw new IllegalArgumentException(
          "the JDBC URL must have the form jdbc:mysql://host:port/schema and name one host, the"
              + " writable primary: a list of hosts could answer from a replica.");
    }
    if (url.group(1) == null) {
      return;
    }
    for (String parameter : url.group(1).split("&", -1)) {
      String name = parameter.replaceFirst("=.*", "");
      if (!name.isEmpty() && !ALLOWED.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "the JDBC URL sets '"
                + name
                + "', which Tallykeep sets itself or can't rely on: remove it. A URL may only say"
                + " how the connection is secured, for example sslMode.");
      }
    }
  }

  /**
   * A source without a pool: each call of getConnection opens a new connection and checks that it
   * answers and that its session is the one the type mapping relies on. Closing the connection ends
   * the session.
   *
   * <p>A connection attempt ends after 10 seconds, and a statement whose answer stays away after 5
   * minutes or as given; {@link java.sql.Connection#setNetworkTimeout} changes the latter for one
   * connection.
   */
  public DataSource dataSource() {
    return dataSource;
  }
}
