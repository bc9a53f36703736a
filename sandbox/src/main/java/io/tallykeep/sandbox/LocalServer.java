package io.tallykeep.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What MySQL and the S3 server have in common: one process in its own folder, recognised by an
 * argument that names that folder.
 */
abstract class LocalServer implements Server {
  private static final Duration READY_LIMIT = Duration.ofMinutes(2);
  private static final Duration PORT_LIMIT = Duration.ofSeconds(10);
  private static final int PORT_TRIES = 3;

  private final String name;
  private final Path folder;
  // Once this object has told its port, the server must come back there.
  private boolean portIsKnown;

  /**
   * @param folder without links, so that the command line always names it in the same way
   */
  LocalServer(String name, Path folder) {
    this.name = name;
    this.folder = folder;
  }

  /** The argument that only this server's process carries. */
  abstract String marker();

  /** Makes ready what the first start, or one after a kill, needs. */
  abstract void prepare(ServerState state);

  abstract List<String> command(ServerState state);

  abstract boolean answers(ServerState state);

  /** Called once the server answers. */
  abstract void started();

  abstract Duration stopLimit();

  final Path folder() {
    return folder;
  }

  final Path log() {
    return folder.resolve(name + ".log");
  }

  /** Port and secret; empty if the server has never been started in this folder. */
  final Optional<ServerState> state() {
    return ServerState.load(folder);
  }

  @Override
  public final synchronized boolean isRunning() {
    return !Processes.withArgument(marker()).isEmpty();
  }

  final synchronized ServerStatus status() {
    if (!isRunning()) {
      return ServerStatus.STOPPED;
    }
    return state().filter(this::answers).isPresent() ? ServerStatus.ANSWERING : ServerStatus.SILENT;
  }

  @Override
  public final synchronized void start() {
    Optional<ServerState> known = state();
    // A process without an answer was started by someone who was killed meanwhile: it may still
    // come up.
    List<ProcessHandle> left = Processes.withArgument(marker());
    if (!left.isEmpty()
        && known.isPresent()
        && awaitReady(
            known.get(), () -> left.stream().allMatch(it -> Processes.isGone(it, marker())))) {
      portIsKnown = true;
      return;
    }
    Processes.end(marker(), Duration.ZERO);
    Folders.create(folder);
    ServerState state = known.orElseGet(ServerState::fresh);
    for (int i = 1; ; i++) {
      state = onFreePort(state);
      state.save(folder);
      prepare(state);
      Process process = Spawn.detached(command(state), folder, log());
      // Until it has replaced the program that starts it, its command line is not its own: only its
      // end counts.
      if (awaitReady(state, () -> !Processes.isAlive(process.toHandle()))) {
        portIsKnown = true;
        started();
        return;
      }
      boolean lostItsPort = !isRunning() && !Ports.isFree(state.port());
      if (i == PORT_TRIES || portIsKnown || !lostItsPort) {
        throw startFailed(state);
      }
    }
  }

  private ServerState onFreePort(ServerState state) {
    if (Pause.until(portIsKnown ? PORT_LIMIT : Duration.ZERO, () -> Ports.isFree(state.port()))) {
      return state;
    }
    if (portIsKnown) {
      throw new SandboxException(
          SandboxFault.START_FAILED,
          "The sandbox's "
              + name
              + " can't have its port "
              + state.port()
              + " back: another process took it meanwhile.");
    }
    return state.onAnotherPort();
  }

  private SandboxException startFailed(ServerState state) {
    boolean hangs = isRunning();
    Processes.end(marker(), Duration.ZERO);
    return new SandboxException(
        SandboxFault.START_FAILED,
        "The sandbox's "
            + name
            + (hangs
                ? " was not ready after " + READY_LIMIT.toSeconds() + " s"
                : " ended while starting")
            + " on port "
            + state.port()
            + ". Its log "
            + log()
            + " ends:\n"
            + Folders.tail(log()));
  }

  private boolean awaitReady(ServerState state, BooleanSupplier ended) {
    boolean[] ready = new boolean[1];
    Pause.until(
        READY_LIMIT,
        () -> {
          ready[0] = answers(state);
          return ready[0] || ended.getAsBoolean();
        });
    return ready[0] && isRunning();
  }

  @Override
  public final synchronized void stop() {
    Processes.end(marker(), stopLimit());
  }

  @Override
  public final synchronized void kill() {
    Processes.end(marker(), Duration.ZERO);
  }

  @Override
  public final synchronized void restart() {
    stop();
    start();
  }
}
