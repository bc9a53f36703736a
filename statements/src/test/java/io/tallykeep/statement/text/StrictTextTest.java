package io.tallykeep.statement.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.statement.Limits;
import io.tallykeep.statement.Refusal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StrictTextTest {
  private static final byte[] UTF8_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
  private static final byte[] UTF16LE_MARK = {(byte) 0xff, (byte) 0xfe};

  @Test
  void theMarkSaysTheEncodingAndIsNoText() throws IOException {
    assertThat(text(joined(UTF8_MARK, "id,\u20ac".getBytes(StandardCharsets.UTF_8)), null))
        .isEqualTo("id,\u20ac");
    assertThat(text(joined(UTF16LE_MARK, "id".getBytes(StandardCharsets.UTF_16LE)), null))
        .isEqualTo("id");
    assertThat(
            text(
                joined(UTF16LE_MARK, "id".getBytes(StandardCharsets.UTF_16LE)),
                StandardCharsets.UTF_16))
        .isEqualTo("id");
  }

  @Test
  void withoutAMarkTheDeclarationCounts() throws IOException {
    assertThat(text(new byte[] {(byte) 0xeb}, StandardCharsets.ISO_8859_1)).isEqualTo("\u00eb");
    assertThat(text("id".getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE))
        .isEqualTo("id");
  }

  @Test
  void whatNothingSaysOrIsContradictedIsRefused() {
    assertRefused(joined(UTF8_MARK, new byte[] {'a'}), StandardCharsets.ISO_8859_1, "ENCODING_MIS");
    assertRefused(new byte[] {'a'}, null, "ENCODING_MISMATCH");
    assertRefused(new byte[] {0, 'a'}, StandardCharsets.UTF_16, "ENCODING_MISMATCH");
    assertRefused(
        new byte[] {(byte) 0xff, (byte) 0xfe, 0, 0}, StandardCharsets.UTF_16LE, "UTF-32 is not");
  }

  @Test
  void badBytesNameTheirLine() {
    assertRefused(
        "id,name\r\n1,Zo\u00eb\n".getBytes(StandardCharsets.ISO_8859_1),
        StandardCharsets.UTF_8,
        "BAD_ENCODING line 2: bytes that are not UTF-8 text");
    byte[] whole = "1\n2,\u20ac".getBytes(StandardCharsets.UTF_8);
    assertRefused(
        Arrays.copyOf(whole, whole.length - 1), StandardCharsets.UTF_8, "BAD_ENCODING line 2");
    assertRefused(new byte[] {0, 'a', 0}, StandardCharsets.UTF_16BE, "BAD_ENCODING line 1");
  }

  @Test
  void controlCharactersAndEndlessLinesNameTheirLine() {
    assertRefused(
        "a,b\r\nc,\u0000d\r\n".getBytes(StandardCharsets.UTF_8),
        StandardCharsets.UTF_8,
        "BAD_ENCODING line 2: control character U+0000");
    assertRefused(
        ("a\n" + "x".repeat(70_000)).getBytes(StandardCharsets.UTF_8),
        StandardCharsets.UTF_8,
        "LIMIT_LINE line 2: a line of more than 65536 characters");
  }

  @Test
  void textLongerThanTheBufferIsReadWhole() throws IOException {
    String longText = "1,\u20ac\ud83d\ude00\n".repeat(20_000);
    assertThat(text(longText.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .isEqualTo(longText);
  }

  private static void assertRefused(byte[] bytes, @Nullable Charset declared, String words) {
    assertThatThrownBy(() -> text(bytes, declared))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(words);
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private static String text(byte[] bytes, @Nullable Charset declared) throws IOException {
    StringWriter text = new StringWriter();
    try (StrictText reader =
        new StrictText(
            TextEncoding.decide(new ByteArrayInputStream(bytes), declared), Limits.DEFAULT)) {
      reader.transferTo(text);
    }
    return text.toString();
  }
}
