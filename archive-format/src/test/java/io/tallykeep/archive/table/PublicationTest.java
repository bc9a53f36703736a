package io.tallykeep.archive.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.digest.TableDigest;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.junit.jupiter.api.Test;

class PublicationTest {
  private static DataFile file(String name, long rows) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("s3://bucket/" + name)
        .withFormat("parquet")
        .withFileSizeInBytes(100)
        .withRecordCount(rows)
        .build();
  }

  private static Publication of(long rows, Set<String> replaces, DataFile... files) {
    return new Publication(
        "inbox",
        0,
        "p1",
        "run-1",
        1,
        List.of(files),
        new TableDigest(rows, BigInteger.TEN),
        replaces);
  }

  @Test
  void pathsAreThoseOfTheFiles() {
    assertThat(of(3, Set.of(), file("b", 1), file("a", 2)).paths())
        .containsExactly("s3://bucket/a", "s3://bucket/b");
  }

  @Test
  void rowsOfTheFilesMustBeTheDigestsCount() {
    assertThatThrownBy(() -> of(4, Set.of(), file("a", 1), file("b", 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hold 3 rows, its digest says 4")
        .hasMessageContaining("run-1")
        .hasMessageContaining("p1");
  }

  @Test
  void fileNamedTwiceIsRefused() {
    assertThatThrownBy(() -> of(2, Set.of(), file("a", 1), file("a", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("names twice: s3://bucket/a");
  }

  @Test
  void fileBothAddedAndReplacedIsRefused() {
    assertThatThrownBy(() -> of(1, Set.of("s3://bucket/a"), file("a", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("both adds and replaces s3://bucket/a");
  }
}
