package io.tallykeep.archive.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireTimeTest {
  private static byte[] wire(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0001-01-01", "1000-01-01", "1969-12-31", "2024-02-29", "9999-12-31"})
  void daysAreCountedFrom1970(String day) throws NotStorableException {
    assertThat(WireTime.epochDay(wire(day))).isEqualTo((int) LocalDate.parse(day).toEpochDay());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1000-01-01 00:00:00",
        "1969-12-31 23:59:59.999999",
        "2022-03-27 02:30:00.1",
        "2022-10-30 02:30:00.000001",
        "9999-12-31 23:59:59.999999"
      })
  void timesAreCountedWithoutAZone(String time) throws NotStorableException {
    LocalDateTime expected = LocalDateTime.parse(time.replace(' ', 'T'));

    assertThat(WireTime.micros(wire(time)))
        .isEqualTo(
            expected.toEpochSecond(ZoneOffset.UTC) * 1_000_000L + expected.getNano() / 1_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000-00-00", "2018-02-00", "2018-00-01", "0000-01-01"})
  void zeroAndPartialDatesAreRefusedWithTheirText(String day) {
    assertThatThrownBy(() -> WireTime.epochDay(wire(day)))
        .isInstanceOf(NotStorableException.class)
        .hasMessage("'" + day + "' is a zero or partial date: correct the value in the table");
    assertThatThrownBy(() -> WireTime.micros(wire(day + " 00:00:00")))
        .hasMessageStartingWith("'" + day + " 00:00:00' is a zero or partial date");
  }

  @Test
  void aDayThatDoesNotExistIsRefused() {
    assertThatThrownBy(() -> WireTime.epochDay(wire("2018-02-31")))
        .isInstanceOf(NotStorableException.class)
        .hasMessageStartingWith("'2018-02-31' names a day that does not exist");
  }

  @Test
  void formsOfTheBinaryProtocolAreRefused() {
    assertThatThrownBy(() -> WireTime.micros(new byte[] {(byte) 0xE6, 7, 3, 27, 2, 30, 0}))
        .isInstanceOf(NotStorableException.class)
        .hasMessageContaining("hex e607031b021e00, which is no date or time of the text protocol");
    assertThatThrownBy(() -> WireTime.epochDay(wire("2018-02-28 00:00:00")))
        .isInstanceOf(NotStorableException.class);
    assertThatThrownBy(() -> WireTime.micros(wire("2018-02-28 24:00:00")))
        .isInstanceOf(NotStorableException.class);
    assertThatThrownBy(() -> WireTime.micros(wire("2018-02-28 00:00:00,5")))
        .isInstanceOf(NotStorableException.class);
  }
}
