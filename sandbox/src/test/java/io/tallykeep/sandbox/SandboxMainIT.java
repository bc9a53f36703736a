package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxMainIT {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path temp;

  @Test
  void statusOfAFolderWithoutASandboxChangesNothing() {
    Path folder = temp.resolve("sandbox");
    assertThat(run("status", Overrides.NONE)).isEqualTo(2);
    assertThat(text(out)).contains("Sandbox in " + folder, "MySQL  stopped", "S3     stopped");
    assertThat(run("stop", Overrides.NONE)).isZero();
    assertThat(folder).doesNotExist();
  }

  @Test
  void startAndStatusTellHowToReachTheServers() {
    Sandbox given = Sandbox.shared();
    Overrides overrides = GivenServers.of(given, given.mysql().password());
    for (String command : List.of("start", "status")) {
      out.reset();
      assertThat(run(command, overrides)).as(text(err)).isZero();
      assertThat(text(out))
          .contains(
              "MySQL  answering (given by configuration)",
              "S3     answering (given by configuration)",
              " mysql -h 127.0.0.1 -P " + given.mysql().port() + " -u root",
              "export TALLYKEEP_SOURCE_URL='jdbc:mysql://127.0.0.1:" + given.mysql().port() + "/?",
              "export TALLYKEEP_OBJECTSTORE_ENDPOINT=" + given.s3().endpoint() + "\n");
    }
    assertThat(run("stop", overrides)).isZero();
    assertThat(text(out)).contains("Stopped. Data stays in " + temp.resolve("sandbox"));
  }

  @Test
  void badUsageIs64() {
    assertThat(SandboxMain.run(new String[0], print(out), print(err))).isEqualTo(64);
    assertThat(run("restart", Overrides.NONE)).isEqualTo(64);
    assertThat(text(err))
        .contains(
            "Unknown command `restart`.",
            "usage: sandbox start|stop|status",
            "$TALLYKEEP_SANDBOX_DIR");
    assertThat(run("--help", Overrides.NONE)).isZero();
    assertThat(text(out)).contains("usage: sandbox start|stop|status");
  }

  @Test
  void badConfigurationIs64AndAnUnreachableServer2() {
    assertThat(run("start", url("mysql.example"))).isEqualTo(64);
    assertThat(text(err)).contains("TALLYKEEP_SANDBOX_MYSQL_URL");
    int closed = Ports.free();
    assertThat(run("status", url("jdbc:mysql://127.0.0.1:" + closed + "/"))).isEqualTo(2);
    assertThat(text(out)).contains("MySQL  silent (given by configuration)");
  }

  private static Overrides url(String url) {
    return new Overrides(
        setting -> setting == Setting.MYSQL_URL ? Optional.of(url) : account(setting));
  }

  private static Optional<String> account(Setting setting) {
    return setting == Setting.MYSQL_USER || setting == Setting.MYSQL_PASSWORD
        ? Optional.of("x")
        : Optional.empty();
  }

  private int run(String command, Overrides overrides) {
    return SandboxMain.run(
        command,
        () -> StandingSandbox.in(temp.resolve("sandbox"), SandboxOptions.FOR_TESTS, overrides),
        print(out),
        print(err));
  }

  private static PrintStream print(ByteArrayOutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream from) {
    return from.toString(StandardCharsets.UTF_8);
  }
}
