package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeeperIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path temp;

  @AfterEach
  void killWhatATestLeft() {
    withFolder().forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void aKilledJvmTakesItsServersWithIt() throws IOException {
    Process jvm = startJvmWithSandbox();
    assertThat(withFolder()).as("server and keeper").hasSizeGreaterThanOrEqualTo(2);
    jvm.destroyForcibly();
    assertThat(Pause.until(SOON, () -> withFolder().isEmpty()))
        .as("all ended: %s", withFolder())
        .isTrue();
    assertThat(temp.resolve("sandbox/mysql")).doesNotExist();
  }

  @Test
  void whatIsLeftWhenTheKeeperIsKilledTooEndsAtTheNextStart() throws IOException {
    Process jvm = startJvmWithSandbox();
    SandboxFolder folder = new SandboxFolder(temp.resolve("sandbox"));
    Keeper.end(folder);
    jvm.destroyForcibly();
    assertThat(Pause.until(SOON, () -> !jvm.isAlive())).isTrue();
    List<ProcessHandle> orphans = withFolder();
    assertThat(orphans).as("the orphaned server").isNotEmpty();
    try (PrivateSandbox next =
        Sandbox.startPrivate(folder.root(), SandboxOptions.FOR_TESTS.mysqlOnly())) {
      assertThat(next.mysqlServer().isRunning()).isTrue();
      assertThat(withFolder()).doesNotContainAnyElementsOf(orphans);
    }
    assertThat(withFolder()).isEmpty();
  }

  @Test
  void anOwnerIsKnownByItsStartAndNotOnlyByItsNumber() throws IOException {
    Owners owners = new Owners(temp);
    assertThat(owners.anyAlive()).isFalse();
    Folders.create(temp.resolve("owners"));
    Folders.writePrivately(temp.resolve("owners/" + ProcessHandle.current().pid() + "-1000"), "");
    assertThat(owners.anyAlive()).as("the same number, started in 1970").isFalse();
    owners.add(ProcessHandle.current());
    assertThat(owners.anyAlive()).isTrue();
  }

  private Process startJvmWithSandbox() throws IOException {
    Process jvm =
        new ProcessBuilder(
                Spawn.java(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                temp.resolve("sandbox").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out = jvm.inputReader(StandardCharsets.UTF_8);
    assertThat(out.readLine()).isEqualTo("started");
    return jvm;
  }

  private List<ProcessHandle> withFolder() {
    String folder = temp.resolve("sandbox").toString();
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                Processes.arguments(process).stream()
                    .anyMatch(
                        it ->
                            it.contains(folder + "/mysql/data")
                                || it.equals("-Dtallykeep.sandbox.keeper=" + folder)))
        .toList();
  }

  /** Runs in a JVM of its own, which waits to be killed. */
  static final class Holder {
    public static void main(String[] args) throws IOException {
      Sandbox.startPrivate(Path.of(args[0]), SandboxOptions.FOR_TESTS.mysqlOnly());
      System.out.println("started");
      System.in.read();
    }
  }
}
