package io.tallykeep.archive.schema;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;

/**
 * Days and times as the server writes them in the text protocol: {@code YYYY-MM-DD} and {@code
 * YYYY-MM-DD HH:MM:SS[.ffffff]}.
 *
 * <p>They are read from these bytes rather than through the driver's date classes: those take part
 * in the JVM's zone, and turn a zero or partial date into NULL, another day or an error without the
 * value. The binary protocol's forms have other lengths (0, 4, 7, 11) and are refused.
 */
final class WireTime {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final DateTimeFormatter TEXT =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
          .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
          .toFormatter(java.util.Locale.ROOT);

  private WireTime() {}

  static int epochDay(byte[] wire) throws NotStorableException {
    if (wire.length != 10) {
      throw malformed(wire);
    }
    return day(wire);
  }

  static long micros(byte[] wire) throws NotStorableException {
    int length = wire.length;
    if (length != 19 && (length < 21 || length > 26)) {
      throw malformed(wire);
    }
    long day = day(wire);
    if (wire[10] != ' ' || wire[13] != ':' || wire[16] != ':') {
      throw malformed(wire);
    }
    int hour = number(wire, 11, 13);
    int minute = number(wire, 14, 16);
    int second = number(wire, 17, 19);
    if (hour > 23 || minute > 59 || second > 59) {
      throw malformed(wire);
    }
    long micros = ((hour * 60L + minute) * 60L + second) * 1_000_000L;
    if (length > 19) {
      micros += fraction(wire);
    }
    return day * MICROS_PER_DAY + micros;
  }

  private static int fraction(byte[] wire) throws NotStorableException {
    if (wire[19] != '.') {
      throw malformed(wire);
    }
    int fraction = number(wire, 20, wire.length);
    for (int digits = wire.length - 20; digits < 6; digits++) {
      fraction *= 10;
    }
    return fraction;
  }

  private static int day(byte[] wire) throws NotStorableException {
    if (wire[4] != '-' || wire[7] != '-') {
      throw malformed(wire);
    }
    int year = number(wire, 0, 4);
    int month = number(wire, 5, 7);
    int dayOfMonth = number(wire, 8, 10);
    if (year == 0 || month == 0 || dayOfMonth == 0) {
      throw new NotStorableException(
          "'" + show(wire) + "' is a zero or partial date: correct the value in the table");
    }
    try {
      return (int) LocalDate.of(year, month, dayOfMonth).toEpochDay();
    } catch (DateTimeException e) {
      throw new NotStorableException(
          "'" + show(wire) + "' names a day that does not exist: correct the value in the table");
    }
  }

  private static int number(byte[] wire, int from, int to) throws NotStorableException {
    int value = 0;
    for (int i = from; i < to; i++) {
      int digit = wire[i] - '0';
      if (digit < 0 || digit > 9) {
        throw malformed(wire);
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static NotStorableException malformed(byte[] wire) {
    return new NotStorableException(
        "the server sent hex "
            + Hex.of(wire)
            + ", which is no date or time of the text protocol: read it over a MysqlSource connection");
  }

  private static String show(byte[] wire) {
    return new String(wire, StandardCharsets.ISO_8859_1);
  }

  static long micros(LocalDateTime time) {
    if (time.getNano() % 1_000 != 0) {
      throw new DateTimeException("more than 6 decimals of a second");
    }
    return ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), time);
  }

  static LocalDateTime time(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L),
        (int) Math.floorMod(micros, 1_000_000L) * 1_000,
        ZoneOffset.UTC);
  }

  static String text(long micros) {
    return TEXT.format(time(micros));
  }
}
