package io.tallykeep.sandbox;

import java.util.ArrayList;
import java.util.List;

/**
 * Which servers a sandbox holds and how its MySQL is sized.
 *
 * @param mysql whether a MySQL server is wanted
 * @param s3 whether an S3 server is wanted
 * @param bufferPoolMegabytes InnoDB buffer pool in MiB (2^20 bytes)
 * @param mysqldOptions further options of mysqld, such as {@code --lock-wait-timeout=5}; they win
 *     over the sandbox's own. Those that must be known when the data folder is made, such as {@code
 *     --lower-case-table-names}, are too late here
 */
public record SandboxOptions(
    boolean mysql, boolean s3, int bufferPoolMegabytes, List<String> mysqldOptions) {

  /**
   * Both servers, sized for tests. Its MySQL survives being killed like any other, since each
   * commit reaches the operating system, but not a failure of the machine: nothing waits for a
   * disk.
   */
  public static final SandboxOptions FOR_TESTS =
      new SandboxOptions(
          true,
          true,
          128,
          List.of(
              "--innodb-flush-log-at-trx-commit=2",
              "--sync-binlog=0",
              "--innodb-flush-method=nosync"));

  /** Both servers, sized for trying Tallykeep out with some million rows. */
  public static final SandboxOptions FOR_DEMO = new SandboxOptions(true, true, 512, List.of());

  public SandboxOptions {
    mysqldOptions = List.copyOf(mysqldOptions);
    if (!mysql && !s3) {
      throw new IllegalArgumentException(
          "A sandbox needs at least one server: ask for mysql, s3 or both.");
    }
    if (bufferPoolMegabytes < 5) {
      throw new IllegalArgumentException(
          "InnoDB needs a buffer pool of 5 MiB or more, not " + bufferPoolMegabytes + " MiB.");
    }
  }

  /** Only the MySQL server. */
  public SandboxOptions mysqlOnly() {
    return new SandboxOptions(true, false, bufferPoolMegabytes, mysqldOptions);
  }

  /** Only the S3 server. */
  public SandboxOptions s3Only() {
    return new SandboxOptions(false, true, bufferPoolMegabytes, mysqldOptions);
  }

  /** One more mysqld option. */
  public SandboxOptions withMysqldOption(String option) {
    List<String> more = new ArrayList<>(mysqldOptions);
    more.add(option);
    return new SandboxOptions(mysql, s3, bufferPoolMegabytes, more);
  }

  /** Another InnoDB buffer pool, in MiB. */
  public SandboxOptions withBufferPoolMegabytes(int megabytes) {
    return new SandboxOptions(mysql, s3, megabytes, mysqldOptions);
  }
}
