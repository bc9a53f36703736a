package io.tallykeep.archive.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveTypeTest {
  private static ArchiveType type(String declaration) {
    TypeMapping mapping = TypeMapping.of(SourceTables.column(1, "value " + declaration));
    return ((TypeMapping.Mapped) mapping).type();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int          | -2147483648",
        "bigint       | 9223372036854775807",
        "bigint unsigned | 18446744073709551615",
        "decimal(10,2) | -0.01",
        "varchar(9)   | é𝄞",
        "binary(2)    | 00ff",
        "varbinary(9) | ''",
        "date         | 0001-01-01",
        "date         | 9999-12-31",
        "datetime(6)  | 2022-03-27T02:30:00.123456",
        "datetime(6)  | 1969-12-31T23:59:59.999999",
        "datetime     | 1000-01-01T00:00:00",
        "timestamp(6) | 2038-01-19T03:14:07.999999Z",
      })
  void textIsReadBackAsTheValueItShows(String declaration, String text) {
    ArchiveType type = type(declaration);

    assertThat(type.text(type.parse(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "int          | 2147483648 | 2147483648 is outside the column's 32 bits.",
        "bigint       | one | 'one' is no whole number.",
        "bigint unsigned | 100000000000000000000 | 100000000000000000000 has more digits than decimal(20,0).",
        "decimal(4,2) | 1.005 | 1.005 has more than 2 decimals.",
        "decimal(4,2) | x | 'x' is no decimal number.",
        "binary(2)    | 00 | 00 has 1 bytes; the column's values have 2",
        "varbinary(2) | 0g | '0g' is not hex, two digits per byte.",
        "date         | 2018-02-30 | '2018-02-30' is no day: write YYYY-MM-DD.",
        "datetime(6)  | 2018-02-28 | '2018-02-28' is no time: write YYYY-MM-DDTHH:MM:SS, with up to 6 decimals.",
        "timestamp    | 2018-02-28T00:00:00 | '2018-02-28T00:00:00' is no instant: write YYYY-MM-DDTHH:MM:SSZ, with up to 6 decimals.",
      })
  void textThatIsNoValueIsRefused(String declaration, String text, String message) {
    assertThatThrownBy(() -> type(declaration).parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void bytesAreComparedUnsigned() {
    ArchiveType binary = type("varbinary(4)");
    List<byte[]> ascending =
        List.of(
            new byte[] {},
            new byte[] {0},
            new byte[] {0, 0},
            new byte[] {0x7F},
            new byte[] {(byte) 0x80},
            new byte[] {(byte) 0xFF});
    for (int i = 1; i < ascending.size(); i++) {
      assertThat(binary.compare(ascending.get(i - 1), ascending.get(i))).isNegative();
      assertThat(binary.compare(ascending.get(i), ascending.get(i - 1))).isPositive();
    }
  }

  @Test
  void everyTypeHasItsOwnTag() {
    assertThat(
            List.of(
                type("int").tag(),
                type("decimal(4,2)").tag(),
                type("text").tag(),
                type("blob").tag(),
                type("date").tag(),
                type("datetime").tag(),
                type("timestamp").tag()))
        .containsExactly(1, 2, 3, 4, 5, 6, 7);
  }
}
