package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A configuration file in a folder, read as the product reads it. */
final class Yaml {
  private Yaml() {}

  /** The settings of a file with these lines, where nothing overrides it. */
  static TallykeepSettings read(Path folder, String text) {
    return read(folder, text, Map.of(), Map.of());
  }

  /** The settings of a file, under these environment variables and system properties. */
  static TallykeepSettings read(
      Path folder, String text, Map<String, Object> variables, Map<String, Object> properties) {
    return SettingsLoader.load(write(folder, text), environment(variables, properties));
  }

  static Path write(Path folder, String text) {
    try {
      return Files.writeString(folder.resolve("tallykeep.yml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StandardEnvironment environment(
      Map<String, Object> variables, Map<String, Object> properties) {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
            new MapPropertySource(
                StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, properties));
    return environment;
  }

  /** Whether a test sets every key: none of the record's parts has its default. */
  static void assertEveryPartDiffers(Record defaults, Record changed) {
    for (RecordComponent part : defaults.getClass().getRecordComponents()) {
      assertThat(value(part, changed))
          .as("%s.%s", defaults.getClass().getSimpleName(), part.getName())
          .isNotEqualTo(value(part, defaults));
    }
  }

  private static Object value(RecordComponent part, Record of) {
    try {
      return String.valueOf(part.getAccessor().invoke(of));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(part + " can't be read", e);
    }
  }
}
