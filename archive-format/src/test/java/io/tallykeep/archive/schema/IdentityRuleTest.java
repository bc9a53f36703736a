package io.tallykeep.archive.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentityRuleTest {
  private static IdentityRule rule(String collation) {
    return ArchiveSchema.of(
            SourceTables.dataset("", "hash", "id"),
            SourceTables.table(
                "id varchar(20) not null collate " + collation,
                "event_day date not null",
                "hash binary(2) not null"))
        .identityRule();
  }

  private static Object[] identity(String id) {
    return new Object[] {new byte[] {0, ' '}, id.getBytes(StandardCharsets.UTF_8)};
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {"utf8mb4_bin", "ascii_bin", "latin1_bin", "utf8mb3_bin"})
  void padSpaceCollationsRefuseTrailingSpaceAndControlCharacters(String collation) {
    IdentityRule rule = rule(collation);

    assertThat(rule.violation(identity("a b"))).isEmpty();
    assertThat(rule.violation(identity(""))).isEmpty();
    assertThat(rule.violation(identity("a ")))
        .contains(
            new IdentityRule.Violation(
                "id", "it ends in a space, which the column's PAD SPACE collation ignores"));
    assertThat(rule.violation(identity("a\tb")).map(IdentityRule.Violation::why))
        .contains(
            "it holds a control character, which the column's PAD SPACE collation orders before"
                + " the end of the text");
    assertThat(rule.violation(identity("\0"))).isPresent();
  }

  @Test
  void noPadCollationsAndBinaryColumnsNeedNoRule() {
    assertThat(rule("utf8mb4_0900_bin").violation(identity("a "))).isEmpty();
    assertThat(rule("utf8mb4_0900_bin").violation(identity("\t"))).isEmpty();
  }

  @Test
  void latin1RefusesWhatItOrdersOtherwiseThanUnicode() {
    assertThat(rule("latin1_bin").violation(identity("é"))).isEmpty();
    assertThat(rule("latin1_bin").violation(identity("ÿ"))).isEmpty();
    assertThat(rule("latin1_bin").violation(identity("€")).map(IdentityRule.Violation::why))
        .contains("it holds a character that latin1 orders otherwise than Unicode");
    assertThat(rule("latin1_bin").violation(identity("Œ"))).isPresent();
    assertThat(rule("utf8mb4_bin").violation(identity("€"))).isEmpty();
  }
}
