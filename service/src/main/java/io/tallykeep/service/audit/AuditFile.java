package io.tallykeep.service.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit log's own file: appended to, a line per write, readable by its owner alone where the
 * file system can say so. A line that can't be written is counted and told, and the look-up is
 * answered all the same. Thread-safe; close it once, at the end.
 */
public final class AuditFile implements Consumer<String>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);

  private final Path path;
  private final FileChannel channel;
  private long lost;
  private boolean failing;

  private AuditFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Opens the file, and creates it if there is none.
   *
   * @throws IOException if it can't be written
   */
  public static AuditFile open(Path path) throws IOException {
    FileAttribute<?>[] rights =
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    return new AuditFile(
        path,
        FileChannel.open(
            path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND), rights));
  }

  @Override
  public synchronized void accept(String line) {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      failing = false;
    } catch (IOException e) {
      lost++;
      if (!failing) {
        LOG.error("The audit log {} can't be written; look-ups go on unrecorded.", path, e);
      }
      failing = true;
    }
  }

  /** Lines that could not be written since the file was opened. */
  public synchronized long lost() {
    return lost;
  }

  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }
}
