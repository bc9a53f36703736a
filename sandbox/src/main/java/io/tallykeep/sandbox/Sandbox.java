package io.tallykeep.sandbox;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** A MySQL and an S3 server that answer now. Immutable and safe for use by several threads. */
public class Sandbox {
  private static final Pattern PREFIX = Pattern.compile("[a-z][a-z0-9]{0,29}");

  private final Optional<MysqlAddress> mysql;
  private final Optional<S3Address> s3;

  Sandbox(Optional<MysqlAddress> mysql, Optional<S3Address> s3) {
    this.mysql = mysql;
    this.s3 = s3;
  }

  /**
   * The servers that all tests of one build share: the first caller of any JVM starts them (some
   * seconds), later ones get them at once. They end by themselves soon after the Maven process, or
   * outside Maven the topmost Java process, that asked for them has ended, and their data goes with
   * them.
   *
   * @throws SandboxException if they can't be started
   */
  public static Sandbox shared() {
    return SharedSandbox.OF_THIS_JVM.get();
  }

  /**
   * Starts servers for one test alone, which may stop and kill them; they end with {@link
   * PrivateSandbox#close()} and at the latest with this JVM.
   *
   * @param folder where they keep their data; must not hold anything else, and is removed at the
   *     end
   * @throws SandboxException if they can't be started
   */
  public static PrivateSandbox startPrivate(Path folder, SandboxOptions options) {
    return PrivateSandbox.start(folder, options);
  }

  /** The MySQL server. */
  public MysqlAddress mysql() {
    return mysql.orElseThrow(
        () -> new IllegalStateException("This sandbox was started without a MySQL server."));
  }

  /** The S3 server. */
  public S3Address s3() {
    return s3.orElseThrow(
        () -> new IllegalStateException("This sandbox was started without an S3 server."));
  }

  /**
   * Creates an empty schema and returns its name, which is the prefix and eight hexadecimal digits.
   *
   * @param prefix a lower-case letter, then up to 29 lower-case letters and digits
   * @throws SandboxException if MySQL does not answer
   */
  public String newSchema(String prefix) {
    String name = unique(prefix, "_");
    Jdbc.execute(mysql(), "CREATE DATABASE `" + name + "` CHARACTER SET utf8mb4");
    return name;
  }

  /**
   * Creates an empty bucket and returns its name, which is the prefix and eight hexadecimal digits.
   *
   * @param prefix a lower-case letter, then up to 29 lower-case letters and digits
   * @throws SandboxException if the S3 server does not answer
   */
  public String newBucket(String prefix) {
    String name = unique(prefix, "-");
    new S3Requests(Clock.systemUTC()).createBucket(s3(), name);
    return name;
  }

  private static String unique(String prefix, String separator) {
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "A prefix is a lower-case letter and up to 29 lower-case letters and digits, not `"
              + prefix
              + "`.");
    }
    return prefix + separator + UUID.randomUUID().toString().substring(0, 8);
  }
}
