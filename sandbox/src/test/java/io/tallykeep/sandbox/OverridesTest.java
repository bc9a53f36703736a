package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverridesTest {
  private final Map<Setting, String> values = new EnumMap<>(Setting.class);
  private final Overrides overrides =
      new Overrides(setting -> Optional.ofNullable(values.get(setting)));

  @Test
  void nothingIsReplacedByDefault() {
    assertThat(overrides.mysql()).isEmpty();
    assertThat(overrides.s3()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://db.example:3307/, db.example, 3307",
    "jdbc:mysql://db.example, db.example, 3306",
    "jdbc:mysql://127.0.0.1:3306/inbox?sslMode=REQUIRED, 127.0.0.1, 3306",
  })
  void aMysqlUrlGivesHostAndPort(String url, String host, int port) {
    values.put(Setting.MYSQL_URL, url);
    values.put(Setting.MYSQL_USER, "admin");
    values.put(Setting.MYSQL_PASSWORD, "secret");
    assertThat(overrides.mysql()).contains(new MysqlAddress(host, port, "admin", "secret"));
    assertThat(overrides.mysql().toString()).doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"db.example:3306", "jdbc:mysql://a:1,b:2/", "jdbc:postgresql://a/"})
  void anotherKindOfUrlIsRefused(String url) {
    values.put(Setting.MYSQL_URL, url);
    assertThatThrownBy(overrides::mysql)
        .isInstanceOfSatisfying(
            SandboxException.class, e -> assertThat(e.fault().exitCode()).isEqualTo(64))
        .hasMessageContaining("TALLYKEEP_SANDBOX_MYSQL_URL (or -Dtallykeep.sandbox.mysql.url)");
  }

  @Test
  void aUrlWithoutAnAccountIsRefused() {
    values.put(Setting.MYSQL_URL, "jdbc:mysql://db.example/");
    assertThatThrownBy(overrides::mysql)
        .hasMessageContaining("TALLYKEEP_SANDBOX_MYSQL_USER")
        .hasMessageContaining("where TALLYKEEP_SANDBOX_MYSQL_URL is");
  }

  @Test
  void anEndpointHasADefaultRegion() {
    values.put(Setting.S3_ENDPOINT, "https://minio.example:9000/");
    values.put(Setting.S3_ACCESS_KEY, "key");
    values.put(Setting.S3_SECRET_KEY, "secret");
    URI endpoint = URI.create("https://minio.example:9000");
    assertThat(overrides.s3()).contains(new S3Address(endpoint, "us-east-1", "key", "secret"));
    values.put(Setting.S3_REGION, "eu-west-1");
    assertThat(overrides.s3()).contains(new S3Address(endpoint, "eu-west-1", "key", "secret"));
    assertThat(overrides.s3().toString()).doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"minio.example:9000", "http://minio.example/path", "not a url"})
  void anotherKindOfEndpointIsRefused(String endpoint) {
    values.put(Setting.S3_ENDPOINT, endpoint);
    assertThatThrownBy(overrides::s3)
        .hasMessageContaining("TALLYKEEP_SANDBOX_S3_ENDPOINT (or -Dtallykeep.sandbox.s3.endpoint)");
  }

  @Test
  void aPropertyWinsOverAVariableAndBlankIsUnset() {
    assertThat(Setting.S3_ACCESS_KEY.variable()).isEqualTo("TALLYKEEP_SANDBOX_S3_ACCESS_KEY");
    assertThat(value("property", "variable")).contains("property");
    assertThat(value(null, " variable ")).contains("variable");
    assertThat(value(null, " ")).isEmpty();
  }

  private static Optional<String> value(
      @org.jspecify.annotations.Nullable String property,
      @org.jspecify.annotations.Nullable String variable) {
    return Setting.DIRECTORY.value(
        name -> Optional.ofNullable(property).filter(it -> name.equals("tallykeep.sandbox.dir")),
        name -> Optional.ofNullable(variable).filter(it -> name.equals("TALLYKEEP_SANDBOX_DIR")));
  }
}
