package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

class CopySettingsTest {
  private static final CopySettings OTHER =
      new CopySettings(500, DataSize.ofMegabytes(64), DataSize.ofMegabytes(128));

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").copy())
        .isEqualTo(new CopySettings(10_000, DataSize.ofMegabytes(96), DataSize.ofMegabytes(512)));
  }

  @Test
  void everyKeyCanBeSet() {
    CopySettings read =
        Yaml.read(
                folder,
                "tallykeep: {copy: {page-rows: 500, writer-memory: 64MB, file-size: 128MB}}")
            .copy();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").copy(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables =
        Map.of(
            "TALLYKEEP_COPY_PAGEROWS", "500",
            "TALLYKEEP_COPY_WRITERMEMORY", "64MB",
            "TALLYKEEP_COPY_FILESIZE", "128MB");

    assertThat(Yaml.read(folder, "", variables, Map.of()).copy()).isEqualTo(OTHER);
  }
}
