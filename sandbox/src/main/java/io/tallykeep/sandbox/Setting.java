package io.tallykeep.sandbox;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What the user may set for the sandbox: a system property, or else an environment variable. */
enum Setting {
  /** The folder of {@code sandbox start|stop|status}. */
  DIRECTORY("tallykeep.sandbox.dir"),
  /** The folder for unpacked programs. */
  CACHE("tallykeep.cache.dir"),
  /** {@code docker}: the tests' shared servers run in containers. */
  ENGINE("tallykeep.sandbox.engine"),
  /** A name, so that test JVMs of one build that run side by side have a pair of servers each. */
  PAIR("tallykeep.sandbox.pair"),
  MYSQL_URL("tallykeep.sandbox.mysql.url"),
  MYSQL_USER("tallykeep.sandbox.mysql.user"),
  MYSQL_PASSWORD("tallykeep.sandbox.mysql.password"),
  S3_ENDPOINT("tallykeep.sandbox.s3.endpoint"),
  S3_REGION("tallykeep.sandbox.s3.region"),
  S3_ACCESS_KEY("tallykeep.sandbox.s3.access-key"),
  S3_SECRET_KEY("tallykeep.sandbox.s3.secret-key");

  private final String property;

  Setting(String property) {
    this.property = property;
  }

  /** The system property's name. */
  String property() {
    return property;
  }

  /** The environment variable's name, such as {@code TALLYKEEP_SANDBOX_S3_ACCESS_KEY}. */
  String variable() {
    return property.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** The value in this process; empty if unset or blank. */
  Optional<String> value() {
    return value(
        name -> Optional.ofNullable(System.getProperty(name)),
        name -> Optional.ofNullable(System.getenv(name)));
  }

  Optional<String> value(
      Function<String, Optional<String>> properties,
      Function<String, Optional<String>> environment) {
    return properties
        .apply(property)
        .or(() -> environment.apply(variable()))
        .map(String::strip)
        .filter(text -> !text.isEmpty());
  }
}
