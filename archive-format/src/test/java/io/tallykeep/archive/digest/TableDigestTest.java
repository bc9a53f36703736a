package io.tallykeep.archive.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TableDigestTest {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

  @Test
  void noRowsHaveTheZeroDigest() {
    assertThat(new RowDigester(SourceTables.inbox()).digest()).isEqualTo(TableDigest.ZERO);
    assertThat(TableDigest.ZERO.hex()).isEqualTo("0".repeat(64));
  }

  @Test
  void runningSumEqualsTheSumOfHashesWithBigIntegers() throws Exception {
    ArchiveSchema schema =
        ArchiveSchema.of(
            SourceTables.dataset("", "event_id"),
            SourceTables.table("event_id bigint not null", "event_day date not null"));
    RowEncoder encoder = new RowEncoder(schema);
    RowDigester digester = new RowDigester(schema);
    BigInteger expected = BigInteger.ZERO;
    for (long id = 0; id < 5_000; id++) {
      Object[] row = {id, 20_000};
      digester.add(row);
      encoder.encode(row);
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(Arrays.copyOf(encoder.buffer(), encoder.length()));
      expected = expected.add(new BigInteger(1, hash)).mod(MODULUS);
    }

    assertThat(digester.digest()).isEqualTo(new TableDigest(5_000, expected));
  }

  @Test
  void sumWrapsAtTwoToThe256() {
    TableDigest largest = new TableDigest(1, MODULUS.subtract(BigInteger.ONE));

    assertThat(largest.plus(new TableDigest(1, BigInteger.ONE)))
        .isEqualTo(new TableDigest(2, BigInteger.ZERO));
    assertThat(largest.hex()).isEqualTo("f".repeat(64));
  }

  @Test
  void parseSaysWhatIsWrong() {
    assertThatThrownBy(() -> TableDigest.parse(1, "abc"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a digest has 64 hex digits, 'abc' has 3.");
    assertThatThrownBy(() -> TableDigest.of(1, new byte[31]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a digest has 32 bytes, not 31.");
    assertThatThrownBy(() -> new TableDigest(1, MODULUS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the digest's sum is outside 0 to 2^256 - 1.");
    assertThatThrownBy(() -> new TableDigest(-1, BigInteger.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row count -1 is negative.");
  }

  @Test
  void rowOfAnotherWidthIsRefused() {
    RowDigester digester = new RowDigester(SourceTables.inbox());

    assertThatThrownBy(() -> digester.add(new Object[] {1L}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a row of 1 values for 9 columns.");
  }
}
