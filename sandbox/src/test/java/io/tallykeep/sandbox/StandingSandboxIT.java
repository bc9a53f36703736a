package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandingSandboxIT {
  @TempDir private Path temp;
  private Optional<StandingSandbox> toRemove = Optional.empty();

  @AfterEach
  void remove() {
    toRemove.ifPresent(StandingSandbox::remove);
  }

  @Test
  void dataAndAddressesSurviveStopAndKill() throws Exception {
    StandingSandbox standing = standing();
    assertStatus(standing, ServerStatus.STOPPED);
    Sandbox first = standing.start();
    assertStatus(standing, ServerStatus.ANSWERING);
    assertThat(SandboxReport.of(standing).text())
        .contains("bin/mysql -h 127.0.0.1 -P " + first.mysql().port() + " -u root");
    TestData data = TestData.writtenTo(first);

    standing.s3Server().orElseThrow().stop();
    assertThatThrownBy(() -> first.newBucket("down"))
        .isInstanceOf(SandboxException.class)
        .hasMessageContaining("did not create the bucket down-");
    assertThat(standing.mysqlStatus()).isEqualTo(ServerStatus.ANSWERING);
    standing.stop();
    assertStatus(standing, ServerStatus.STOPPED);

    // As another process would, which knows nothing but the folder.
    StandingSandbox again = standing();
    Sandbox second = again.start();
    assertThat(second.mysql()).isEqualTo(first.mysql());
    assertThat(second.s3()).isEqualTo(first.s3());
    assertKept(data, second);

    processes().forEach(ProcessHandle::destroyForcibly);
    assertThat(Pause.until(Duration.ofSeconds(10), () -> processes().isEmpty())).isTrue();
    assertStatus(again, ServerStatus.STOPPED);
    again.s3Server().orElseThrow().start();
    assertThat(data.object(second)).isEqualTo("kept object");
    assertKept(data, standing().start());
  }

  @Test
  void whatAnotherProcessHoldsIsNeitherTrustedNorHarmed() throws IOException {
    // As after a reboot, or in a copied folder: the noted port is somebody else's now.
    Sandbox stranger = Sandbox.shared();
    Path mysql = Files.createDirectories(temp.resolve("sandbox/mysql"));
    new ServerState(stranger.mysql().port(), "00112233").save(mysql);

    StandingSandbox standing = standing(SandboxOptions.FOR_TESTS.mysqlOnly());
    assertThat(standing.mysqlStatus()).isEqualTo(ServerStatus.STOPPED);
    Sandbox own = standing.start();
    assertThat(own.mysql().port()).isNotEqualTo(stranger.mysql().port());
    assertThat(own.mysql().password()).isEqualTo("00112233");
    standing.stop();
    assertThat(Jdbc.answers(stranger.mysql())).isTrue();
  }

  @Test
  void givenServersAreUsedAndNeverStopped() throws SQLException {
    Sandbox given = Sandbox.shared();
    StandingSandbox standing = standingWith(given.mysql().password());
    Sandbox sandbox = standing.start();
    assertThat(sandbox.mysql()).isEqualTo(given.mysql());
    assertThat(sandbox.s3()).isEqualTo(given.s3());
    assertThat(standing.mysqlServer()).isEmpty();
    assertThat(standing.s3Server()).isEmpty();
    standing.stop();
    standing.remove();
    assertStatus(standing, ServerStatus.ANSWERING);
    assertThat(processes()).isEmpty();
  }

  @Test
  void aGivenServerThatDoesNotLetTheAccountInIsNamed() {
    StandingSandbox standing = standingWith("wrong");
    assertThat(standing.mysqlStatus()).isEqualTo(ServerStatus.SILENT);
    assertThatThrownBy(standing::start)
        .isInstanceOf(SandboxException.class)
        .hasMessageContaining(
            "The given MySQL root:***@127.0.0.1:"
                + Sandbox.shared().mysql().port()
                + " does not answer");
  }

  private StandingSandbox standing() {
    return standing(SandboxOptions.FOR_TESTS);
  }

  private StandingSandbox standing(SandboxOptions options) {
    StandingSandbox standing = StandingSandbox.in(temp.resolve("sandbox"), options, Overrides.NONE);
    toRemove = Optional.of(standing);
    return standing;
  }

  private StandingSandbox standingWith(String password) {
    Overrides overrides = GivenServers.of(Sandbox.shared(), password);
    return StandingSandbox.in(temp.resolve("sandbox"), SandboxOptions.FOR_TESTS, overrides);
  }

  /** Whatever process names this test's folder. */
  private List<ProcessHandle> processes() {
    String folder = temp.toString();
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(
            process ->
                Processes.arguments(process).stream()
                    .anyMatch(argument -> argument.contains(folder)))
        .toList();
  }

  private static void assertStatus(StandingSandbox standing, ServerStatus expected) {
    assertThat(List.of(standing.mysqlStatus(), standing.s3Status())).containsOnly(expected);
  }

  private static void assertKept(TestData data, Sandbox sandbox) throws Exception {
    assertThat(data.row(sandbox)).isEqualTo("kept");
    assertThat(data.object(sandbox)).isEqualTo("kept object");
  }
}
