package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTextTest {
  private static final DecimalText POINT_AND_COMMA = new DecimalText('.', ',');
  private static final DecimalText COMMA_AND_POINT = new DecimalText(',', '.');

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"-1.000|-1000", "1.355,90|1355.90", "4.626,81|4626.81", "12|12", "0,05|0.05"})
  void commaFilesGroupByPoints(String text, BigDecimal number) {
    assertThat(COMMA_AND_POINT.parse(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"110.7|110.7", "1,653.75|1653.75", "+2|2", "-0.10|-0.10", "1,000,000|1000000"})
  void pointFilesGroupByCommas(String text, BigDecimal number) {
    assertThat(POINT_AND_COMMA.parse(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        ".5",
        "5.",
        "1.2.3",
        "1,0",
        "10,00.5",
        "1000,000",
        "1,00,000",
        ",100",
        "1,",
        "1e3",
        " 1",
        "1 ",
        "(1.00)",
        "--1",
        "1.00-",
        "\u0661",
        "\u22121",
        "1,000.1,2",
        "$1",
        "NaN"
      })
  void anythingElseIsNoNumber(String text) {
    assertThatThrownBy(() -> POINT_AND_COMMA.parse(text)).isInstanceOf(NumberFormatException.class);
  }

  @Test
  void groupingThatIsNotDeclaredIsRefused() {
    assertThatThrownBy(() -> DecimalText.POINT.parse("1,653.75"))
        .hasMessage("a digit is expected at \",\"");
    assertThatThrownBy(() -> COMMA_AND_POINT.parse("110.7"))
        .hasMessage("digits must be grouped in threes");
  }

  @Test
  void marksMustBeTellable() {
    assertThatThrownBy(() -> new DecimalText('.', '.'))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DecimalText(';', ','))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DecimalText('.', '1'))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
