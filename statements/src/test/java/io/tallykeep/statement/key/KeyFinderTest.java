package io.tallykeep.statement.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.statement.Carriers;
import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryDates;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.EntryPlace;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Party;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.key.KeyFinder.Found;
import io.tallykeep.statement.key.KeyFinder.FreeText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFinderTest {
  private static final KeyFormat LONG = new KeyFormat("TKP", 28);
  private static final KeyFormat SHORT = new KeyFormat("TKP", 16);
  private static final ClientKey KEY = LONG.withBody("0123456789ABCDEFGHIJKLMN");
  private static final ClientKey OTHER = LONG.withBody("0123456789ABCDEFGHIJKLMX");
  private static final KeyFinder FINDER =
      new KeyFinder(List.of(LONG, SHORT), List.of("EREF", "CUSTREF"), FreeText.SEARCHED);

  @Test
  void theFirstDeclaredCarrierNamesIt() {
    assertThat(find(Map.of("CUSTREF", KEY.value()), "")).isEqualTo(new Found.One(KEY, "CUSTREF"));
    assertThat(find(Map.of("CUSTREF", KEY.value(), "EREF", KEY.value()), ""))
        .isEqualTo(new Found.One(KEY, "EREF"));
    assertThat(find(Map.of("EREF", "ref:" + KEY.value().toLowerCase(java.util.Locale.ROOT)), ""))
        .isEqualTo(new Found.One(KEY, "EREF"));
    assertThat(find(Map.of("MREF", KEY.value()), "")).isEqualTo(new Found.None());
  }

  @Test
  void differentKeysContradictEachOther() {
    assertThat(find(Map.of("CUSTREF", KEY.value(), "EREF", OTHER.value()), ""))
        .isInstanceOf(Found.Several.class);
    assertThat(find(Map.of("EREF", KEY.value()), OTHER.value()))
        .isEqualTo(new Found.One(KEY, "EREF"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Invoice 7 %s thanks",
        "TKP0123456789ABCDEF\nGHIJKLMN%c",
        "SVWZ+TKP0123456789ABCDEF?21GHIJKLMN%c",
        "abcTKP0123456789 ABCDEFGHIJ KLMN%cxyz",
        "/REMI/TKP0123/456789ABCDEFGHIJKLMN%c/"
      })
  void freeTextIsUnwrapped(String text) {
    String wrapped =
        text.replace("%s", KEY.value())
            .replace("%c", KEY.value().substring(27))
            .replace("?21", "\n");
    assertThat(find(Map.of(), wrapped)).isEqualTo(new Found.One(KEY, "text"));
  }

  @Test
  void aWrongCheckCharacterIsNoKey() {
    String value = KEY.value();
    for (int i = 3; i < value.length(); i++) {
      char other = value.charAt(i) == '7' ? '8' : '7';
      String wrong = value.substring(0, i) + other + value.substring(i + 1);
      assertThat(find(Map.of("EREF", wrong), wrong)).as(wrong).isEqualTo(new Found.None());
    }
    assertThat(find(Map.of("EREF", value + "0"), "")).isEqualTo(new Found.None());
    assertThat(find(Map.of("EREF", value.replace('K', '\u212a')), "")).isEqualTo(new Found.None());
  }

  @Test
  void shortFormatsFitShortFields() {
    ClientKey key = SHORT.withBody("0123456789AB");
    assertThat(key.value()).hasSize(16);
    assertThat(find(Map.of("CUSTREF", key.value()), "")).isEqualTo(new Found.One(key, "CUSTREF"));
  }

  @Test
  void theCheckCharacterIsOfTheStandard() {
    // The example of ISO/IEC 7064 for MOD 37,36.
    assertThat(KeyFormat.checkCharacter("A12425GABC1234002")).isEqualTo('M');
  }

  @Test
  void badFormatsAreRefused() {
    assertThatThrownBy(() -> new KeyFormat("tk", 28)).hasMessageContaining("Key prefix 'tk'");
    assertThatThrownBy(() -> new KeyFormat("TK", 40)).hasMessageContaining("Key length 40");
    assertThatThrownBy(() -> LONG.withBody("abc")).hasMessageContaining("'abc' is no body");
    assertThatThrownBy(() -> new KeyFinder(List.of(), List.of(), FreeText.IGNORED))
        .hasMessageContaining("Declare the format");
  }

  private static Found find(Map<String, String> carriers, String text) {
    StatementEntry entry =
        new StatementEntry(
            new EntryPlace(1, 1, 1, "1"),
            null,
            new EntryKind(
                EntryType.PAYMENT, "", EntryStatus.BOOKED, Direction.CREDIT, EntryKind.Reversal.NO),
            EntryAmounts.booked(new Money(1, "EUR")),
            new EntryDates(null, null, null),
            new Carriers(new LinkedHashMap<>(carriers)),
            Party.UNKNOWN,
            text,
            null,
            1);
    return FINDER.find(entry);
  }
}
