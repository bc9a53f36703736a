package io.tallykeep.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Enumeration;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The unpacked MySQL programs, once per user in the cache folder.
 *
 * <p>The folder with the final name is complete: unpacking goes to a temporary folder beside it,
 * which is renamed at the end, under a lock that other processes respect. What a killed process
 * left half unpacked is never used, and removed by the next one.
 */
final class MysqlDistribution {
  private static final Pattern WANTED =
      Pattern.compile(
          "bin/(mysqld|mysql|mysqladmin)|lib/private/.+|lib/plugin/(?!debug/).+|lib/[^/]+\\.dylib|share/.+");
  private static final Duration UNPACK_LIMIT = Duration.ofMinutes(5);

  private final Path home;

  private MysqlDistribution(Path home) {
    this.home = home;
  }

  /**
   * Unpacks the archive if that has not been done yet.
   *
   * @param cache the cache folder
   * @param name the folder's name in it, unique per version and system
   */
  static MysqlDistribution unpacked(Path cache, String name, Supplier<Path> archive) {
    Path home = Folders.create(cache).resolve("mysql-" + name);
    if (!Files.isDirectory(home)) {
      try (FolderLock lock = FolderLock.take(cache, "mysql-" + name + ".lock", UNPACK_LIMIT)) {
        if (!Files.isDirectory(home)) {
          unpack(archive.get(), home);
        }
      }
    }
    return new MysqlDistribution(home);
  }

  /** The programs in a folder that is known to be complete. */
  static MysqlDistribution at(Path home) {
    return new MysqlDistribution(home);
  }

  /** The folder to give to mysqld as its base. */
  Path home() {
    return home;
  }

  /** The server program. */
  Path mysqld() {
    return home.resolve("bin/mysqld");
  }

  /** A folder that mysqld searches for shared libraries before the system's. */
  Path privateLibraries() {
    return home.resolve("lib/private");
  }

  private static void unpack(Path archive, Path home) {

    String prefix = home.getFileName() + ".part-";
    try {
      try (Stream<Path> siblings = Files.list(home.getParent())) {
        siblings
            .filter(it -> it.getFileName().toString().startsWith(prefix))
            .forEach(Folders::remove);
      }
      Path part = home.resolveSibling(prefix + UUID.randomUUID());
      try (ZipFile zip = new ZipFile(archive.toFile())) {
        for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
          unpack(zip, entries.nextElement(), part);
        }
      }
      Files.move(part, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new SandboxException(
          SandboxFault.ARTIFACT_MISSING,
          "Could not unpack "
              + archive
              + " to "
              + home
              + " ("
              + e
              + "): it needs 400 MB there; if the archive is damaged, delete it and build again.",
          e);
    }
  }

  private static void unpack(ZipFile zip, ZipEntry entry, Path target) throws IOException {
    if (entry.isDirectory() || !WANTED.matcher(entry.getName()).matches()) {
      return;
    }
    Path file = target.resolve(entry.getName()).normalize();
    if (!file.startsWith(target)) {
      throw new IOException("entry " + entry.getName() + " points outside the archive");
    }
    Files.createDirectories(file.getParent());
    try (InputStream in = zip.getInputStream(entry)) {
      Files.copy(in, file);
    }
    if (entry.getName().startsWith("bin/") && !file.toFile().setExecutable(true)) {
      throw new IOException("can't make " + file + " executable");
    }
  }
}
