package io.tallykeep.sandbox;

import java.net.URI;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Servers of the user's own that replace the sandbox's: each value is a system property, else an
 * environment variable of the same name.
 */
final class Overrides {
  static final String MYSQL_URL = "TALLYKEEP_SANDBOX_MYSQL_URL";
  static final String MYSQL_USER = "TALLYKEEP_SANDBOX_MYSQL_USER";
  static final String MYSQL_PASSWORD = "TALLYKEEP_SANDBOX_MYSQL_PASSWORD";
  static final String S3_ENDPOINT = "TALLYKEEP_SANDBOX_S3_ENDPOINT";
  static final String S3_ACCESS_KEY = "TALLYKEEP_SANDBOX_S3_ACCESS_KEY";
  static final String S3_SECRET_KEY = "TALLYKEEP_SANDBOX_S3_SECRET_KEY";
  static final String S3_REGION = "TALLYKEEP_SANDBOX_S3_REGION";

  private static final Pattern JDBC =
      Pattern.compile("jdbc:mysql://([^/:?,]+)(?::(\\d+))?(?:/[^?]*)?(?:\\?.*)?");

  private final UnaryOperator<@Nullable String> lookup;

  Overrides(UnaryOperator<@Nullable String> lookup) {
    this.lookup = lookup;
  }

  /** From this JVM's system properties and environment. */
  static Overrides ofThisProcess() {
    return new Overrides(Overrides::setting);
  }

  /** A system property, else the environment variable of the same name, else null. */
  static @Nullable String setting(@Nullable String name) {
    return System.getProperty(name, System.getenv(name));
  }

  /**
   * The MySQL to use instead of an own one.
   *
   * @throws SandboxException if the URL is none of Connector/J's with one host, or user or password
   *     are missing
   */
  Optional<MysqlAddress> mysql() {
    Optional<String> url = value(MYSQL_URL);
    if (url.isEmpty()) {
      return Optional.empty();
    }
    Matcher matcher = JDBC.matcher(url.get());
    if (!matcher.matches()) {
      throw bad(MYSQL_URL + " must look like jdbc:mysql://host:3306/ and name one host.");
    }
    int port = matcher.group(2) == null ? 3306 : Integer.parseInt(matcher.group(2));
    return Optional.of(
        new MysqlAddress(
            matcher.group(1),
            port,
            required(MYSQL_USER, MYSQL_URL),
            required(MYSQL_PASSWORD, MYSQL_URL)));
  }

  /**
   * The S3 server to use instead of an own one; the region is us-east-1 unless given.
   *
   * @throws SandboxException if the endpoint is not a URL with a scheme and a host, or a key is
   *     missing
   */
  Optional<S3Address> s3() {
    Optional<String> endpoint = value(S3_ENDPOINT);
    if (endpoint.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new S3Address(
            endpointUri(endpoint.get()),
            value(S3_REGION).orElse("us-east-1"),
            required(S3_ACCESS_KEY, S3_ENDPOINT),
            required(S3_SECRET_KEY, S3_ENDPOINT)));
  }

  private static URI endpointUri(String text) {
    try {
      URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      if (uri.getScheme() != null && uri.getHost() != null && uri.getRawPath().isEmpty()) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw bad(S3_ENDPOINT + " is not a URL: " + e.getMessage());
    }
    throw bad(
        S3_ENDPOINT
            + " must look like http://host:9000, without a path: the sandbox addresses buckets in the path.");
  }

  private String required(String name, String because) {
    return value(name)
        .orElseThrow(() -> bad(because + " is set, so " + name + " must be set too."));
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(lookup.apply(name))
        .map(String::strip)
        .filter(text -> !text.isEmpty());
  }

  private static SandboxException bad(String message) {
    return new SandboxException(SandboxFault.BAD_CONFIGURATION, message);
  }
}
