package io.tallykeep.archive.digest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The worked example of docs/archive-format.md: its hex values stand there as they stand here. */
class RowEncoderTest {
  private static final ArchiveSchema SCHEMA =
      ArchiveSchema.of(
          SourceTables.dataset("", "consumer_name", "event_id"),
          SourceTables.table(
              "consumer_name varchar(64) not null",
              "event_id binary(2) not null",
              "event_day date not null",
              "attempts int",
              "amount decimal(10,2)",
              "received_at datetime(6)",
              "note varchar(20)"));

  private static final Object[] ROW = {
    "é".getBytes(StandardCharsets.UTF_8),
    new byte[] {0, (byte) 0xFF},
    (int) LocalDate.of(2026, 1, 2).toEpochDay(),
    -5L,
    new BigDecimal("-1.28"),
    1_000_000L,
    null
  };

  @Test
  void encodesTheWorkedExampleAsDocumented() {
    RowEncoder encoder = new RowEncoder(SCHEMA);

    encoder.encode(ROW);

    String hex = HexFormat.of().formatHex(Arrays.copyOf(encoder.buffer(), encoder.length()));
    assertThat(hex)
        .isEqualTo(
            "01"
                + "00000007"
                + "00000001"
                + "03"
                + "00000002"
                + "c3a9"
                + "00000002"
                + "04"
                + "00000002"
                + "00ff"
                + "00000003"
                + "05"
                + "00000004"
                + "00004fe7"
                + "00000004"
                + "01"
                + "00000008"
                + "fffffffffffffffb"
                + "00000005"
                + "02"
                + "00000002"
                + "0280"
                + "00000006"
                + "06"
                + "00000008"
                + "00000000000f4240"
                + "00000007"
                + "00"
                + "00000000");
  }

  @Test
  void digestsTheWorkedExampleAsDocumented() {
    RowDigester once = new RowDigester(SCHEMA);
    once.add(ROW);
    RowDigester twice = new RowDigester(SCHEMA);
    twice.add(ROW);
    twice.add(ROW);

    assertThat(once.digest().toString())
        .isEqualTo("1 rows, cae3c76967ea7f5d6b17fde4f9e7e9dab394d66ef6286a38ff352d47d2edd92a");
    assertThat(twice.digest().toString())
        .isEqualTo("2 rows, 95c78ed2cfd4febad62ffbc9f3cfd3b56729acddec50d471fe6a5a8fa5dbb254");
  }

  @Test
  void theDocumentStatesTheSameExample() throws Exception {
    RowEncoder encoder = new RowEncoder(SCHEMA);
    encoder.encode(ROW);
    RowDigester digester = new RowDigester(SCHEMA);
    digester.add(ROW);

    String document = Files.readString(Path.of("../docs/archive-format.md"));
    String example = document.substring(document.indexOf("### Worked example"));
    String block = example.split("```", -1)[1];

    assertThat(block.replaceAll("\\s", ""))
        .isEqualTo(HexFormat.of().formatHex(encoder.buffer(), 0, encoder.length()));
    assertThat(example)
        .contains("| this row once | 1, `" + digester.digest().hex() + "` |")
        .contains(
            "| this row twice | 2, `" + digester.digest().plus(digester.digest()).hex() + "` |");
  }

  @Test
  void readsNothingOfAnEarlierLongerRow() {
    RowEncoder encoder = new RowEncoder(SCHEMA);
    Object[] longRow = ROW.clone();
    longRow[6] = "x".repeat(5_000).getBytes(StandardCharsets.UTF_8);

    encoder.encode(ROW);
    int length = encoder.length();
    byte[] first = Arrays.copyOf(encoder.buffer(), length);
    encoder.encode(longRow);
    assertThat(encoder.length()).isEqualTo(length + 5_000);
    encoder.encode(ROW);

    assertThat(Arrays.copyOf(encoder.buffer(), encoder.length())).isEqualTo(first);
  }
}
