package io.tallykeep.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;

/**
 * The servers' files as the build resolved them: Maven's own settings decided where they came from
 * and where they lie.
 */
final class Artifacts {
  private static final String RESOURCE = "artifacts.properties";

  private final Properties properties;

  private Artifacts(Properties properties) {
    this.properties = properties;
  }

  /** Reads what the build wrote next to this class. */
  static Artifacts ofThisBuild() {
    Properties properties = new Properties();
    try (InputStream in = Artifacts.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IOException("no such resource");
      }
      properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new SandboxException(
          SandboxFault.ARTIFACT_MISSING,
          RESOURCE
              + " of the sandbox module can't be read: build it with ./mvnw -Dquick -DskipTests package.",
          e);
    }
    return new Artifacts(properties);
  }

  /**
   * Version and system of the MySQL archive, such as {@code 8.0.33.1-linux-x86_64}: the name of its
   * folder in the cache.
   */
  String mysqlName() {
    return properties.getProperty("mysql.version") + "-" + system();
  }

  /** The MySQL archive. */
  Path mysqlArchive() {
    return file("mysql." + system());
  }

  /** The executable jar of the S3 server. */
  Path s3Jar() {
    return file("s3mock.file");
  }

  private Path file(String key) {
    String value = properties.getProperty(key, "");
    if (value.isEmpty() || value.startsWith("$")) {
      throw new SandboxException(
          SandboxFault.UNSUPPORTED_SYSTEM,
          "The build resolved no "
              + key
              + " for this system ("
              + system()
              + "): give the sandbox a server of yours ("
              + Setting.MYSQL_URL.variable()
              + ", "
              + Setting.S3_ENDPOINT.variable()
              + "), or build on this system.");
    }
    Path file = Path.of(value);
    if (!Files.isRegularFile(file)) {
      throw new SandboxException(
          SandboxFault.ARTIFACT_MISSING,
          "Not there any more: "
              + file
              + " ("
              + key
              + "). Build again with ./mvnw -Dquick -DskipTests package to fetch it.");
    }
    return file;
  }

  private static String system() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch");
    return (name.startsWith("mac") ? "mac" : name.replace(' ', '-'))
        + "-"
        + (arch.equals("amd64") ? "x86_64" : arch);
  }
}
