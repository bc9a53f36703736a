package io.tallykeep.sandbox;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * {@code sandbox start|stop|status} on the command line: the standing sandbox of the current
 * folder.
 */
public final class SandboxMain {
  private static final int OK = 0;
  private static final int NOT_RUNNING = 2;
  private static final int BAD_USAGE = 64;
  private static final String USAGE =
      """
      usage: sandbox start|stop|status

        start    starts a MySQL and an S3 server that stay until they are stopped, and prints how to reach them
        stop     stops them; their data stays for the next start
        status   prints how they are; exit code 2 unless both answer

      They keep their data in .sandbox under the current folder, or in $%s.
      Servers of your own take their place: $%s, $%s, $%s;
      $%s, $%s, $%s, $%s.
      """
          .formatted(
              Setting.DIRECTORY.variable(),
              Setting.MYSQL_URL.variable(),
              Setting.MYSQL_USER.variable(),
              Setting.MYSQL_PASSWORD.variable(),
              Setting.S3_ENDPOINT.variable(),
              Setting.S3_ACCESS_KEY.variable(),
              Setting.S3_SECRET_KEY.variable(),
              Setting.S3_REGION.variable());

  private SandboxMain() {}

  /**
   * Runs the command and ends the JVM with its exit code: 0 clean, 2 not running or not reachable,
   * 64 bad usage or configuration, 1 internal error.
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(args, out, err));
  }

  /**
   * Runs the command.
   *
   * @return the exit code
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    if (args.length != 1) {
      err.print(USAGE);
      return BAD_USAGE;
    }
    return run(args[0], SandboxMain::standing, out, err);
  }

  static int run(
      String command, Supplier<StandingSandbox> sandbox, PrintStream out, PrintStream err) {
    try {
      return dispatch(command, sandbox, out, err);
    } catch (SandboxException e) {
      err.println(e.getMessage());
      return e.fault().exitCode();
    }
  }

  private static int dispatch(
      String command, Supplier<StandingSandbox> sandbox, PrintStream out, PrintStream err) {
    switch (command) {
      case "start" -> {
        StandingSandbox started = sandbox.get();
        err.println(
            "Starting the sandbox in " + started.folder() + ", which takes some seconds ...");
        started.start();
      }
      case "stop" -> {
        StandingSandbox stopped = sandbox.get();
        stopped.stop();
        out.println("Stopped. Data stays in " + stopped.folder());
        return OK;
      }
      case "status" -> {}
      case "help", "--help" -> {
        out.print(USAGE);
        return OK;
      }
      default -> {
        err.print("Unknown command `" + command + "`.\n" + USAGE);
        return BAD_USAGE;
      }
    }
    SandboxReport report = SandboxReport.of(sandbox.get());
    out.print(report.text());
    return report.allAnswering() ? OK : NOT_RUNNING;
  }

  private static StandingSandbox standing() {
    return StandingSandbox.in(StandingSandbox.defaultFolder(), SandboxOptions.FOR_DEMO);
  }
}
