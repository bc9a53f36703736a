package io.tallykeep.sandbox;

import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Servers of the user's own that take the place of the sandbox's. */
final class Overrides {
  /** Nothing is replaced. */
  static final Overrides NONE = new Overrides(setting -> Optional.empty());

  private static final Pattern JDBC =
      Pattern.compile("jdbc:mysql://([^/:?,]+)(?::(\\d{1,5}))?(?:/[^?]*)?(?:\\?.*)?");

  private final Function<Setting, Optional<String>> values;

  Overrides(Function<Setting, Optional<String>> values) {
    this.values = values;
  }

  /** From this JVM's system properties and environment. */
  static Overrides ofThisProcess() {
    return new Overrides(Setting::value);
  }

  /**
   * The MySQL to use instead of an own one.
   *
   * @throws SandboxException if the URL is not Connector/J's with one host, or user or password are
   *     missing
   */
  Optional<MysqlAddress> mysql() {
    return values.apply(Setting.MYSQL_URL).map(this::mysqlAddress);
  }

  private MysqlAddress mysqlAddress(String url) {
    Matcher matcher = JDBC.matcher(url);
    if (!matcher.matches()) {
      throw bad(Setting.MYSQL_URL, "must look like jdbc:mysql://host:3306/ and name one host");
    }
    int port = matcher.group(2) == null ? 3306 : Integer.parseInt(matcher.group(2));
    return new MysqlAddress(
        matcher.group(1),
        port,
        required(Setting.MYSQL_USER, Setting.MYSQL_URL),
        required(Setting.MYSQL_PASSWORD, Setting.MYSQL_URL));
  }

  /**
   * The S3 server to use instead of an own one; the region is us-east-1 unless given.
   *
   * @throws SandboxException if the endpoint is not a URL of scheme, host and port, or a key is
   *     missing
   */
  Optional<S3Address> s3() {
    return values
        .apply(Setting.S3_ENDPOINT)
        .map(
            endpoint ->
                new S3Address(
                    endpoint(endpoint),
                    values.apply(Setting.S3_REGION).orElse(S3Server.REGION),
                    required(Setting.S3_ACCESS_KEY, Setting.S3_ENDPOINT),
                    required(Setting.S3_SECRET_KEY, Setting.S3_ENDPOINT)));
  }

  private static URI endpoint(String text) {
    SandboxException bad =
        bad(
            Setting.S3_ENDPOINT,
            "must look like http://host:9000, without a path: buckets are addressed in the path");
    try {
      URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      if (uri.getScheme() == null || uri.getHost() == null || !uri.getRawPath().isEmpty()) {
        throw bad;
      }
      return uri;
    } catch (IllegalArgumentException notAUri) {
      throw bad;
    }
  }

  private String required(Setting setting, Setting because) {
    return values
        .apply(setting)
        .orElseThrow(() -> bad(setting, "must be set too where " + because.variable() + " is"));
  }

  private static SandboxException bad(Setting setting, String what) {
    return new SandboxException(
        SandboxFault.BAD_CONFIGURATION,
        setting.variable() + " (or -D" + setting.property() + ") " + what + ".");
  }
}
