package io.tallykeep.archive.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MysqlSourceTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://db.example:3306/payments",
        "jdbc:mysql://127.0.0.1:3306/",
        "jdbc:mysql://localhost",
        "jdbc:mysql://db.example/payments?sslMode=VERIFY_CA&trustCertificateKeyStoreUrl=file:ca",
        "jdbc:mysql://[::1]:3306/payments?ALLOWPUBLICKEYRETRIEVAL=true"
      })
  void oneHostWithSecuritySettingsIsTaken(String url) {
    assertThat(new MysqlSource(url, "reader", "secret").dataSource()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://primary,replica/payments",
        "jdbc:mysql:replication://primary,replica/payments",
        "jdbc:mysql://(host=a,port=1)/payments",
        "jdbc:mysql://user:pw@db.example/payments",
        "jdbc:mariadb://db.example/payments",
        "db.example:3306"
      })
  void otherFormsAreRefused(String url) {
    assertThatThrownBy(() -> new MysqlSource(url, "reader", "secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the JDBC URL must have the form jdbc:mysql://host:port/schema and name one host, the"
                + " writable primary: a list of hosts could answer from a replica.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tinyInt1isBit", "autoReconnect", "sessionVariables", "allowMultiQueries", "useCursorFetch",
        "ZERODATETIMEBEHAVIOR", "connectionTimeZone", "socketTimeout", "queryInterceptors",
            "password"
      })
  void parametersThatChangeValuesOrSessionsAreRefusedByNameOnly(String parameter) {
    assertThatThrownBy(
            () ->
                new MysqlSource(
                    "jdbc:mysql://db/payments?sslMode=REQUIRED&" + parameter + "=hidden",
                    "reader",
                    "secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + parameter + "'")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void thePasswordIsNeverShown() {
    assertThat(
            new MysqlSource("jdbc:mysql://db/payments?sslMode=REQUIRED", "reader", "secret")
                .dataSource())
        .hasToString("jdbc:mysql://db/payments as reader");
  }
}
