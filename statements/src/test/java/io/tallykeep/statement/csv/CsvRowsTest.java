package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvRowsTest {
  @Test
  void aQuotedNewlineStaysInItsFieldAndLinesAreCounted() throws IOException {
    assertThat(read("K-1,\"a\r\nb\",10.00\r\nK-2,\"say \"\"hi\"\"\",20.00\r\n"))
        .containsExactly("1:K-1|a\r\nb|10.00", "3:K-2|say \"hi\"|20.00");
  }

  @Test
  void anUnclosedQuoteIsRefusedAndSwallowsNothing() {
    assertThatThrownBy(() -> read("K-0,1.00\nK-1,\"10.00\nK-2,20.00\n"))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo("BAD_CSV");
              assertThat(refusal.line()).isEqualTo(2);
            })
        .hasMessageContaining("Unclosed quoted field");
  }

  @Test
  void charactersAfterAClosingQuoteAreRefused() {
    assertThatThrownBy(() -> read("\"K-1\"x,10.00\n"))
        .hasMessageContaining("Unexpected character after closing quote");
  }

  @Test
  void blankLinesAreLetPassAtTheEndOnly() throws IOException {
    assertThat(read("a,b\n\n\r\n")).containsExactly("1:a|b");
    assertThatThrownBy(() -> read("a,b\n\nc,d\n"))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo("BLANK_LINE");
              assertThat(refusal.line()).isEqualTo(2);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n\r\n"})
  void nothingIsNoRecord(String text) throws IOException {
    assertThat(read(text)).isEmpty();
  }

  @Test
  void badBytesNameTheirLine() {
    byte[] latin = "id,name\n1,Zo\u00eb\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> read(latin, StandardCharsets.UTF_8))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo("BAD_ENCODING");
              assertThat(refusal.line()).isEqualTo(2);
              assertThat(refusal.detail()).isEqualTo("bytes that are not UTF-8");
            });
  }

  @Test
  void aCharacterCutAtTheEndIsRefused() {
    byte[] whole = "1,\u20ac".getBytes(StandardCharsets.UTF_8);
    byte[] cut = java.util.Arrays.copyOf(whole, whole.length - 1);
    assertThatThrownBy(() -> read(cut, StandardCharsets.UTF_8))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo("BAD_ENCODING"));
    assertThatThrownBy(() -> read(new byte[] {0, 'a', 0}, StandardCharsets.UTF_16BE))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo("BAD_ENCODING"));
  }

  @Test
  void controlCharactersNameTheirLine() {
    assertThatThrownBy(() -> read("a,b\r\nc,\u0000d\r\n"))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo("BAD_CHARACTER");
              assertThat(refusal.line()).isEqualTo(2);
              assertThat(refusal.detail()).isEqualTo("control character U+0000");
            });
  }

  @Test
  void absurdSizesAreRefused() {
    assertThatThrownBy(() -> read("a,\"" + "x".repeat(2000) + "\"\n"))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo("FIELD_TOO_LONG"));
    assertThatThrownBy(() -> read(",".repeat(600) + "\n"))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo("TOO_MANY_FIELDS"));
    assertThatThrownBy(() -> read("a,b\n".repeat(30_000)))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo("FILE_TOO_LARGE"));
    assertThatThrownBy(() -> read("\"" + "x\n".repeat(40_000))).isInstanceOf(Refusal.class);
  }

  @Test
  void textLongerThanTheBuffersIsReadWhole() throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 1; i <= 3000; i++) {
      text.append(i).append(",\u20ac\ud83d\ude00\n");
      expected.add(i + ":" + i + "|\u20ac\ud83d\ude00");
    }
    assertThat(read(text.toString())).isEqualTo(expected);
  }

  private static List<String> read(String text) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static List<String> read(byte[] bytes, Charset encoding) throws IOException {
    List<String> found = new ArrayList<>();
    try (CsvRows rows =
        new CsvRows(new CsvText(new ByteArrayInputStream(bytes), encoding, 100_000), ',', 1000)) {
      CsvRow row = rows.next();
      while (row != null) {
        found.add(row.line() + ":" + String.join("|", row.fields()));
        row = rows.next();
      }
    }
    return found;
  }
}
