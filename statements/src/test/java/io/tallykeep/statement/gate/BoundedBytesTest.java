package io.tallykeep.statement.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.Limits;
import io.tallykeep.statement.Taken;
import io.tallykeep.statement.camt.CamtMessage;
import io.tallykeep.statement.camt.CamtOptions;
import io.tallykeep.statement.reader.StatementReader;
import io.tallykeep.statement.swift.Mt940Options;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedBytesTest {
  private static final Limits SMALL = new Limits(10, 100, 100, 10, 10, 5);

  @Test
  void noMoreBytesThanTheLimit() throws IOException {
    assertThat(BoundedBytes.of(new ByteArrayInputStream(new byte[10]), SMALL).readAllBytes())
        .hasSize(10);
    assertThatThrownBy(
            () -> BoundedBytes.of(new ByteArrayInputStream(new byte[11]), SMALL).readAllBytes())
        .hasMessage("LIMIT_BYTES: The file has more than 10 bytes.");
    assertThatThrownBy(() -> BoundedBytes.of(new ByteArrayInputStream(new byte[0]), SMALL))
        .hasMessageStartingWith("EMPTY_FILE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"504b030414", "1f8b0800", "425a6839", "fd377a585a00", "377abcaf271c", "28b52ffd"})
  void archivesAreToldByTheirFirstBytes(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThatThrownBy(() -> BoundedBytes.of(new ByteArrayInputStream(bytes), SMALL))
        .hasMessageStartingWith("ARCHIVE_REFUSED: The file is a")
        .hasMessageEndingWith("unpack it and import what is in it.");
  }

  @Test
  void everyFormatRefusesArchives() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(zipped)) {
      zip.putNextEntry(new ZipEntry("statement.xml"));
      zip.write(new byte[1000]);
    }
    ByteArrayOutputStream gzipped = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(gzipped)) {
      gzip.write(new byte[1000]);
    }
    CamtOptions camt = CamtOptions.of(CamtMessage.STATEMENT);
    assertThat(
            Taken.of(
                    new StatementReader(),
                    Taken.profile(FormatName.CAMT, camt),
                    zipped.toByteArray())
                .findings()
                .get(0))
        .startsWith("ARCHIVE_REFUSED");
    assertThat(
            Taken.of(
                    new StatementReader(),
                    Taken.profile(FormatName.MT940, Mt940Options.STANDARD),
                    gzipped.toByteArray())
                .findings()
                .get(0))
        .startsWith("ARCHIVE_REFUSED: The file is a gzip file");
    assertThat(
            Taken.of(
                    new StatementReader(),
                    Taken.profile(FormatName.BAI2, camt),
                    "01,".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                .findings()
                .get(0))
        .startsWith("PROFILE_MISMATCH");
  }
}
