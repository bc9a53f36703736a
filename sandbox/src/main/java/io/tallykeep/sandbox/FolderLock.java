package io.tallykeep.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * An exclusive lock on a file, held against other processes and other threads of this one; it ends
 * with the process at the latest.
 */
final class FolderLock implements AutoCloseable {
  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock, waiting for its present holder.
   *
   * @throws SandboxException if it is not free within the limit
   */
  static FolderLock take(Path folder, String name, Duration limit) {
    Path file = Folders.create(folder).resolve(name);
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!Pause.until(limit, () -> tryLock(channel, file))) {
        channel.close();
        throw new SandboxException(
            SandboxFault.FOLDER,
            "Another process has held "
                + file
                + " for over "
                + limit.toSeconds()
                + " s: end it (lsof names it) and try again.");
      }
      return new FolderLock(channel);
    } catch (IOException e) {
      throw Folders.failure("lock", file, e);
    }
  }

  private static boolean tryLock(FileChannel channel, Path file) {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByThisJvm) {
      return false;
    } catch (IOException e) {
      throw Folders.failure("lock", file, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new SandboxException(
          SandboxFault.FOLDER, "Could not release a lock: " + e.getMessage(), e);
    }
  }
}
