package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsLoaderTest {
  @TempDir private Path folder;

  private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(String yaml) {
    return assertThatThrownBy(() -> Yaml.read(folder, yaml))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessageContaining(folder.resolve("tallykeep.yml").toString());
  }

  @Test
  void aMissingFileIsNamedWithWhatToDo() {
    Path missing = folder.resolve("none.yml");

    assertThatThrownBy(() -> SettingsLoader.load(missing))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessage(
            "Configuration file "
                + missing
                + " can't be read. Give another one with --config FILE or TALLYKEEP_CONFIG;"
                + " docs/configuration.md has one to start from.");
  }

  @Test
  void aFolderIsNotAFile() {
    assertThatThrownBy(() -> SettingsLoader.load(folder))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessageContaining(folder + " can't be read: it is a folder.");
  }

  @Test
  void anEmptyFileIsAllDefaults() {
    assertThat(Yaml.read(folder, "").datasets()).isEmpty();
  }

  @Test
  void aFileWithAnyOtherEndingIsYaml() throws IOException {
    for (String name :
        new String[] {"settings", "tallykeep.conf", "with a space, and a comma.txt"}) {
      Path file = Files.writeString(folder.resolve(name), "tallykeep: {source: {username: jobs}}");

      assertThat(SettingsLoader.load(file).source().username()).as(name).isEqualTo("jobs");
    }
  }

  @Test
  void everyUnknownKeyIsNamedWithItsLine() {
    assertRefused(
            """
            tallykeep:
              source:
                pasword: x
              datasets:
                inbox:
                  windows:
                    identity-day: 3
            """)
        .hasMessageContaining("has keys that Tallykeep does not know")
        .hasMessageContaining("tallykeep.source.pasword (line 3)")
        .hasMessageContaining("tallykeep.datasets.inbox.windows.identity-day (line 7)")
        .hasMessageContaining("docs/configuration.md");
  }

  @Test
  void aKeyWithTooLittleIndentationIsNotSilentlyNobodys() {
    assertRefused(
            """
            tallykeep:
              source: {username: jobs}
            window:
              margin: 1d
            """)
        .hasMessageContaining("window.margin (line 4)");
  }

  @Test
  void brokenYamlIsToldByLineAndNeverQuoted() {
    assertRefused(
            """
            tallykeep:
              source:
                username: jobs
                password: "hunter2
            """)
        .hasMessageContaining("line 5, column 1: is not YAML")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aTabAndAKeyGivenTwiceAreToldByLine() {
    assertRefused("tallykeep:\n\tsource: {}\n").hasMessageContaining("line 2, column 1");
    assertRefused("tallykeep:\n  source:\n    url: a\n    url: b\n")
        .hasMessageContaining("line 4, column 5")
        .hasMessageContaining("duplicate key url");
  }

  @Test
  void aFileOfBytesIsNotYaml() throws IOException {
    Path file = Files.write(folder.resolve("tallykeep.yml"), new byte[] {0, 1, (byte) 0xff});

    assertThatThrownBy(() -> SettingsLoader.load(file))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessageContaining(file + " is not text in UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"just words", "[a, b]", "- a"})
  void aFileThatIsNoTreeOfKeysIsRefused(String yaml) {
    assertRefused(yaml).hasMessageContaining("does not know: document");
  }

  @ParameterizedTest
  @CsvSource({
    "margin: 60, tallykeep.window.margin",
    "margin: '60', tallykeep.window.margin",
    "upstream-redelivery: {replay: 60}, tallykeep.window.upstream-redelivery.replay",
    "reconciliation-period: {cross-month: 60}, tallykeep.window.reconciliation-period.cross-month",
    "downstream-confirmation: {channel: 60}, tallykeep.window.downstream-confirmation.channel",
    "direct-redelivery: 60, tallykeep.window.direct-redelivery"
  })
  void aLengthOfTimeWithoutAUnitIsRefused(String line, String key) {
    assertRefused("tallykeep:\n  window:\n    " + line)
        .hasMessageContaining(key)
        .hasMessageContaining("(line 3)")
        .hasMessageContaining("'60' has no unit. Write 60d, 60h, 60m or 60s.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sixty days", "60 days", "99999999999999999999d", "9999999999999999d", ""})
  void aLengthOfTimeThatIsNoneIsRefused(String value) {
    assertRefused("tallykeep:\n  window:\n    margin: " + value + "\n")
        .hasMessageContaining("key tallykeep.window.margin (line 3): '" + value + "'")
        .hasMessageContaining("is not a length of time")
        .hasMessageContaining("7d, 12h, 30m or 45s");
  }

  @Test
  void anUnknownOriginIsToldTheOnesThereAre() {
    assertRefused("tallykeep: {datasets: {inbox: {event-day-origin: uuid}}}")
        .hasMessageContaining(
            "key tallykeep.datasets.inbox.event-day-origin (line 1): 'uuid' is none of event-time,"
                + " uuid-v7, ulid.");
  }

  @Test
  void aNumberThatIsNoneIsRefused() {
    assertRefused("tallykeep: {copy: {page-rows: many}}")
        .hasMessageContaining("tallykeep.copy.page-rows (line 1): 'many' is not a whole number.");
    assertRefused("tallykeep: {copy: {file-size: 12 apples}}")
        .hasMessageContaining("tallykeep.copy.file-size (line 1)")
        .hasMessageContaining("12 apples");
  }

  @ParameterizedTest
  @ValueSource(strings = {"source: words", "window: {upstream-redelivery: 7d}", "datasets: inbox"})
  void aValueWhereKeysBelongIsRefused(String line) {
    assertRefused("tallykeep:\n  " + line)
        .hasMessageContaining("is not what this key takes; docs/configuration.md shows its form.");
  }

  @Test
  void anEnvironmentVariableWinsOverTheFileAndAPropertyOverBoth() {
    String yaml = "tallykeep: {source: {username: file, password: file, control-schema: file}}";
    Map<String, Object> variables =
        Map.of(
            "TALLYKEEP_SOURCE_PASSWORD", "from-variable",
            "TALLYKEEP_SOURCE_CONTROL_SCHEMA", "from-variable",
            "TALLYKEEP_CONFIG", "elsewhere.yml",
            "TALLYKEEP_LOG_LEVEL", "DEBUG");

    SourceSettings source =
        Yaml.read(folder, yaml, variables, Map.of("tallykeep.source.control-schema", "property"))
            .source();

    assertThat(source.username()).isEqualTo("file");
    assertThat(source.password()).isEqualTo("from-variable");
    assertThat(source.controlSchema()).isEqualTo("property");
  }

  @Test
  void aPlaceholderIsReplacedAndHasADefault() {
    SourceSettings source =
        Yaml.read(
                folder,
                """
                tallykeep:
                  source:
                    url: jdbc:mysql://${DB_HOST:localhost}:3306/
                    username: ${DB_USER}
                    password: 'a\\${b}'
                """,
                Map.of("DB_USER", "jobs"),
                Map.of())
            .source();

    assertThat(source.url()).isEqualTo("jdbc:mysql://localhost:3306/");
    assertThat(source.username()).isEqualTo("jobs");
    assertThat(source.password()).isEqualTo("a${b}");
  }

  @Test
  void aPlaceholderWithoutAValueIsNotTakenAsItStands() {
    assertRefused("tallykeep:\n  source:\n    password: secret${DB_PASSWORD}\n")
        .hasMessageContaining("key tallykeep.source.password")
        .hasMessageContaining("${DB_PASSWORD} has no value")
        .hasMessageContaining("Set the environment variable DB_PASSWORD")
        .hasMessageNotContaining("secret");
  }

  @Test
  void casesAndDatasetsKeepTheirNames() {
    TallykeepSettings settings =
        Yaml.read(
            folder,
            """
            tallykeep:
              window:
                upstream-redelivery: {disaster-replay: 30d, a_b-C: 5h}
              datasets:
                payments_inbox: {table: a.b}
                refunds2: {table: c.d}
            """);

    assertThat(settings.window().upstreamRedelivery())
        .containsExactly(
            Map.entry("disaster-replay", Duration.ofDays(30)),
            Map.entry("a_b-C", Duration.ofHours(5)));
    assertThat(settings.datasets()).containsOnlyKeys("payments_inbox", "refunds2");
    assertThat(settings.datasets().values())
        .extracting(DatasetSettings::table)
        .containsExactly("a.b", "c.d");
  }

  @Test
  void anotherFileCanBeImported() throws IOException {
    Files.writeString(folder.resolve("secret.yml"), "tallykeep: {source: {password: imported}}");

    SourceSettings source =
        Yaml.read(
                folder,
                "spring: {config: {import: secret.yml}}\n"
                    + "tallykeep: {source: {username: jobs}}\n")
            .source();

    assertThat(source.username()).isEqualTo("jobs");
    assertThat(source.password()).isEqualTo("imported");
  }

  @Test
  void anImportThatIsNotThereIsRefused() {
    assertRefused("spring: {config: {import: 'file:./none.yml'}}").hasMessageContaining("none.yml");
  }

  @Test
  void secretsAreNeverPrinted() {
    TallykeepSettings settings =
        Yaml.read(
            folder,
            """
            tallykeep:
              source:
                url: jdbc:mysql://db:3306/?sslMode=VERIFY_CA&trustCertificateKeyStorePassword=hunter1
                username: jobs
                password: hunter2
              object-store: {bucket: archive, access-key: hunter3, secret-key: hunter4}
            """);

    assertThat(settings.toString())
        .contains("url=jdbc:mysql://db:3306/,", "username=jobs", "password=***")
        .contains("bucket=archive", "accessKey=***", "secretKey=***")
        .doesNotContain("hunter");
  }
}
