package io.tallykeep.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Folders and small files, with failures that name the path. */
final class Folders {
  private Folders() {}

  /**
   * The path without links, also where its last parts do not exist yet: the same folder always has
   * the same name.
   */
  static Path real(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    for (Path at = absolute; at != null; at = at.getParent()) {
      if (Files.exists(at)) {
        try {
          return at.toRealPath().resolve(at.relativize(absolute));
        } catch (IOException e) {
          throw failure("resolve", at, e);
        }
      }
    }
    return absolute;
  }

  /** Creates the folder and its parents. */
  static Path create(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw failure("create the folder", folder, e);
    }
  }

  /**
   * Removes a folder with all it holds; a folder that is not there, or loses files meanwhile, is
   * fine.
   */
  static void remove(Path folder) {
    try {
      Files.walkFileTree(folder, new Remover());
    } catch (NoSuchFileException gone) {
      return;
    } catch (IOException e) {
      throw failure("remove the folder", folder, e);
    }
  }

  /** Writes a file that only its owner may read, whole or not at all. */
  static void writePrivately(Path file, String content) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.deleteIfExists(part);
      Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rw-------");
      Files.createFile(part, PosixFilePermissions.asFileAttribute(owner));
      Files.writeString(part, content);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failure("write", file, e);
    }
  }

  /** The last part of a log, for an error message. */
  static String tail(Path log) {
    try {
      String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
      return text.substring(Math.max(0, text.length() - 2000)).strip();
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }

  static SandboxException failure(String what, Path path, IOException cause) {
    return new SandboxException(
        SandboxFault.FOLDER,
        "Could not "
            + what
            + " "
            + path
            + " ("
            + cause
            + "): check that it is yours and that the disk has room.",
        cause);
  }

  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
        throws IOException {
      if (e != null) {
        throw e;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
