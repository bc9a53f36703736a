package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MysqlDistributionIT {
  @TempDir private Path folder;

  @Test
  void onlyWhatAServerNeedsIsUnpacked() throws IOException {
    Path archive =
        archive(
            "LICENSE",
            "bin/mysqld",
            "bin/mysqld-debug",
            "bin/mysql",
            "bin/mysqladmin",
            "bin/mysqldump",
            "lib/mecab/x.so",
            "lib/private/libssl.so",
            "lib/plugin/a.so",
            "lib/plugin/debug/a.so",
            "share/english/errmsg.sys",
            "docs/x");
    MysqlDistribution mysql =
        MysqlDistribution.unpacked(folder.resolve("cache"), "1", () -> archive);
    assertThat(files(mysql.home()))
        .containsExactlyInAnyOrder(
            "bin/mysqld",
            "bin/mysql",
            "bin/mysqladmin",
            "lib/private/libssl.so",
            "lib/plugin/a.so",
            "share/english/errmsg.sys");
    assertThat(mysql.mysqld()).isExecutable();
  }

  @Test
  void whatAKilledProcessLeftHalfUnpackedIsNotUsedButRemoved() throws IOException {
    Path cache = folder.resolve("cache");
    Path half = Files.createDirectories(cache.resolve("mysql-1.part-0000/bin"));
    Files.writeString(half.resolve("mysqld"), "half");
    Path archive = archive("bin/mysqld");
    MysqlDistribution mysql = MysqlDistribution.unpacked(cache, "1", () -> archive);
    assertThat(mysql.mysqld()).hasContent("bin/mysqld");
    assertThat(cache).isDirectoryNotContaining("glob:**part*");
  }

  @Test
  void manyAtOnceUnpackOnce() throws IOException {
    Path archive = archive("bin/mysqld");
    AtomicInteger asked = new AtomicInteger();
    List<CompletableFuture<MysqlDistribution>> all =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            MysqlDistribution.unpacked(
                                folder.resolve("cache"),
                                "1",
                                () -> {
                                  asked.incrementAndGet();
                                  return archive;
                                })))
            .toList();
    all.forEach(mysql -> assertThat(mysql.join().mysqld()).exists());
    assertThat(asked).hasValue(1);
  }

  @Test
  void aDamagedArchiveLeavesNothingThatLooksUnpacked() throws IOException {
    Path archive = Files.writeString(folder.resolve("damaged.zip"), "PK but no archive");
    assertThatThrownBy(
            () -> MysqlDistribution.unpacked(folder.resolve("cache"), "1", () -> archive))
        .isInstanceOf(SandboxException.class)
        .hasMessageContaining("Could not unpack " + archive)
        .hasMessageContaining("delete it and build again");
    assertThat(folder.resolve("cache/mysql-1")).doesNotExist();
  }

  @Test
  void anEntryThatPointsOutsideIsRefused() throws IOException {
    Path archive = archive("share/../../../evil");
    assertThatThrownBy(
            () -> MysqlDistribution.unpacked(folder.resolve("cache"), "1", () -> archive))
        .hasMessageContaining("points outside the archive");
    assertThat(folder.resolve("evil")).doesNotExist();
  }

  private Path archive(String... names) throws IOException {
    Path archive = folder.resolve("mysql.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String name : names) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return archive;
  }

  private static List<String> files(Path home) throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(Files::isRegularFile)
          .map(file -> home.relativize(file).toString())
          .toList();
    }
  }
}
