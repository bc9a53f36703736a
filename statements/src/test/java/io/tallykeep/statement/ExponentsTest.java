package io.tallykeep.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExponentsTest {
  private static final Exponents ADYEN = new Exponents(Map.of("CLP", 2, "CVE", 0, "QQQ", 2));

  @ParameterizedTest
  @CsvSource({
    "EUR, 8.850, 885",
    "EUR, -0.01, -1",
    "JPY, 5000, 5000",
    "JPY, 5000.00, 5000",
    "KWD, 1.234, 1234",
    "CLP, 10.00, 10",
    "CVE, 10, 1000",
    "QQQ, 1.23, 123"
  })
  void majorUnitsBecomeIsoMinorUnits(String currency, BigDecimal major, long minor) {
    assertThat(ADYEN.ofMajor(currency, major)).isEqualTo(new Money(minor, currency));
  }

  @ParameterizedTest
  @CsvSource({"CLP, 1000, 10", "CVE, 10, 1000", "USD, 10000, 10000", "JPY, 10000, 10000"})
  void theProvidersMinorUnitsBecomeIsoOnes(String currency, long provider, long minor) {
    assertThat(ADYEN.ofProviderMinor(currency, provider)).isEqualTo(new Money(minor, currency));
  }

  @ParameterizedTest
  @CsvSource({
    "EUR, 8.855, AMOUNT_DECIMALS",
    "JPY, 0.5, AMOUNT_DECIMALS",
    "EUR, 1e18, AMOUNT_RANGE",
    "EUR, 999999999999999999, AMOUNT_RANGE",
    "EUR, 1e-99999999, AMOUNT_RANGE",
    "XAU, 1, CURRENCY_UNKNOWN",
    "ZZZ, 1, CURRENCY_UNKNOWN",
    "eur, 1, CURRENCY_UNKNOWN"
  })
  void whatCannotBeExactIsRefused(String currency, BigDecimal major, FindingCode code) {
    assertThatThrownBy(() -> Exponents.ISO.ofMajor(currency, major))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.finding().code()).isEqualTo(code));
  }

  @Test
  void theTableIsChecked() {
    assertThatThrownBy(() -> new Exponents(Map.of("eur", 2))).hasMessageContaining("'eur'");
    assertThatThrownBy(() -> new Exponents(Map.of("EUR", 7))).hasMessageContaining("Exponent 7");
  }

  @Test
  void moneyIsAddedExactlyAndInOneCurrency() {
    Money one = new Money(10, "EUR");
    assertThat(one.plus(new Money(20, "EUR"))).isEqualTo(new Money(30, "EUR"));
    assertThatThrownBy(() -> one.plus(new Money(1, "USD"))).hasMessageContaining("can't be added");
    assertThatThrownBy(() -> one.plus(new Money(Long.MAX_VALUE, "EUR")))
        .isInstanceOf(ArithmeticException.class);
  }

  @ParameterizedTest
  @CsvSource({"NOTPROVIDED", "nonref", "0", "-", "' '"})
  void placeholdersAreNoReferences(String placeholder) {
    assertThat(Carriers.real(placeholder)).isNull();
    assertThat(new Carriers(Map.of("EREF", placeholder)).byName()).isEmpty();
    assertThat(Carriers.real(" K-1 ")).isEqualTo("K-1");
  }
}
