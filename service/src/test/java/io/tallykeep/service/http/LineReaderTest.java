package io.tallykeep.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  private static final int MOST = 10;

  @Test
  void linesEndWithLfOrCrlfAndTheLastPerhapsWithTheStream() throws IOException {
    assertThat(lines("a\nbb\r\n\nccc")).containsExactly("a", "bb", "", "ccc");
    assertThat(lines("a\n")).containsExactly("a");
    assertThat(lines("\n")).containsExactly("");
    assertThat(lines("")).isEmpty();
    assertThat(lines("a\rb\r\r\n")).containsExactly("a\rb\r");
  }

  @Test
  void aLineThatIsTooLongIsSaidSoAndReadOver() throws IOException {
    assertThat(lines("0123456789\n0123456789a\n" + "x".repeat(50_000) + "\nb"))
        .containsExactly("0123456789", "(too long)", "(too long)", "b");
  }

  @Test
  void bytesMayComeOneByOne() throws IOException {
    InputStream slow =
        new InputStream() {
          private final InputStream of =
              new ByteArrayInputStream("ab\ncd\n".getBytes(StandardCharsets.US_ASCII));

          @Override
          public int read() throws IOException {
            return of.read();
          }

          @Override
          public int read(byte[] into, int at, int length) throws IOException {
            return of.read(into, at, Math.min(1, length));
          }
        };

    assertThat(lines(slow)).containsExactly("ab", "cd");
  }

  private static List<String> lines(String text) throws IOException {
    return lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
  }

  private static List<String> lines(InputStream in) throws IOException {
    LineReader reader = new LineReader(in, MOST);
    List<String> lines = new ArrayList<>();
    for (Optional<LineReader.Line> line = reader.next(); line.isPresent(); line = reader.next()) {
      lines.add(
          line.get().isTooLong()
              ? "(too long)"
              : new String(line.get().bytes(), StandardCharsets.US_ASCII));
    }
    return lines;
  }
}
