package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.statement.Refusal;
import java.io.IOException;
import java.io.StringReader;
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
  void charactersAfterAClosingQuoteAreRefused() {
    assertThatThrownBy(() -> read("\"K-1\"x,10.00\n"))
        .hasMessageContaining("Unexpected character after closing quote");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n\r\n"})
  void nothingIsNoRecord(String text) throws IOException {
    assertThat(read(text)).isEmpty();
  }

  @Test
  void anUnclosedQuoteIsRefusedAndSwallowsNothing() {
    assertThatThrownBy(() -> read("K-0,1.00\nK-1,\"10.00\nK-2,20.00\n"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("SYNTAX line 2: Unclosed quoted field");
  }

  @Test
  void blankLinesAreLetPassAtTheEndOnly() throws IOException {
    assertThat(read("a,b\n\n\r\n")).containsExactly("1:a|b");
    assertThatThrownBy(() -> read("a,b\n\nc,d\n"))
        .hasMessage("SYNTAX line 2: a blank line stands between records");
  }

  @Test
  void absurdSizesAreRefused() {
    assertThatThrownBy(() -> read("a,\"" + "x".repeat(2000) + "\"\n"))
        .hasMessage("LIMIT_FIELD line 1: field 2 has more than 1000 characters");
    assertThatThrownBy(() -> read("a\n" + ",".repeat(600) + "\n"))
        .hasMessage("LIMIT_FIELD line 2: more than 512 fields");
    assertThatThrownBy(() -> read("\"" + "x\n".repeat(40_000))).isInstanceOf(Refusal.class);
  }

  private static List<String> read(String text) throws IOException {
    List<String> found = new ArrayList<>();
    try (CsvRows rows = new CsvRows(new StringReader(text), ',', 1000)) {
      CsvRow row = rows.next();
      while (row != null) {
        found.add(row.line() + ":" + String.join("|", row.fields()));
        row = rows.next();
      }
    }
    return found;
  }
}
