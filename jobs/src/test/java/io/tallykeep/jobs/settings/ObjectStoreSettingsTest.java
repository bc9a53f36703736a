package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectStoreSettingsTest {
  private static final ObjectStoreSettings OTHER =
      new ObjectStoreSettings(
          "https://s3.example", "eu-central-1", "archive", "inbox", true, "key", "secret");

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").objectStore())
        .isEqualTo(new ObjectStoreSettings("", "us-east-1", "", "tallykeep", false, "", ""));
  }

  @Test
  void everyKeyCanBeSet() {
    ObjectStoreSettings read =
        Yaml.read(
                folder,
                """
                tallykeep:
                  object-store:
                    endpoint: https://s3.example
                    region: eu-central-1
                    bucket: archive
                    prefix: inbox
                    path-style: true
                    access-key: key
                    secret-key: secret
                """)
            .objectStore();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").objectStore(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables =
        Map.of(
            "TALLYKEEP_OBJECT_STORE_ENDPOINT", "https://s3.example",
            "TALLYKEEP_OBJECT_STORE_REGION", "eu-central-1",
            "TALLYKEEP_OBJECT_STORE_BUCKET", "archive",
            "TALLYKEEP_OBJECT_STORE_PREFIX", "inbox",
            "TALLYKEEP_OBJECT_STORE_PATH_STYLE", "true",
            "TALLYKEEP_OBJECT_STORE_ACCESS_KEY", "key",
            "TALLYKEEP_OBJECT_STORE_SECRET_KEY", "secret");

    assertThat(Yaml.read(folder, "", variables, Map.of()).objectStore()).isEqualTo(OTHER);
  }
}
