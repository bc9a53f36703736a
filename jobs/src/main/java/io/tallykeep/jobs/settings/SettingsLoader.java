package io.tallykeep.jobs.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Reads {@code tallykeep.yml} under Spring Boot's rules of externalised configuration: environment
 * variables and system properties override the file (Spring Boot reference, "Externalized
 * Configuration"). A key that no record knows is an error, since a misspelt window would otherwise
 * silently be the default.
 */
public final class SettingsLoader {
  private SettingsLoader() {}

  /**
   * Loads the settings.
   *
   * @param file the file to read; must exist
   * @throws BadConfigurationException naming the key and what is wrong with it
   */
  public static TallykeepSettings load(Path file) {
    if (!Files.isReadable(file)) {
      throw new BadConfigurationException(
          "Configuration file "
              + file.toAbsolutePath()
              + " can't be read. Give another one with --config FILE or TALLYKEEP_CONFIG;"
              + " docs/configuration.md has one to start from.");
    }
    StandardEnvironment environment = new StandardEnvironment();
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("spring.config.location", "file:" + file.toAbsolutePath());
    environment.getPropertySources().addFirst(new MapPropertySource("config-file", location));
    ConfigDataEnvironmentPostProcessor.applyTo(environment);
    ConfigurationPropertySources.attach(environment);
    try {
      return Binder.get(environment)
          .bindOrCreate(
              "tallykeep",
              Bindable.of(TallykeepSettings.class),
              new NoUnboundElementsBindHandler(
                  org.springframework.boot.context.properties.bind.BindHandler.DEFAULT,
                  new UnboundElementsSourceFilter()));
    } catch (BindException e) {
      throw new BadConfigurationException(explain(file, e), e);
    }
  }

  private static String explain(Path file, BindException e) {
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      if (cause instanceof UnboundConfigurationPropertiesException unbound) {
        return unknownKeys(file, unbound);
      }
      cause = cause.getCause();
    }
    if (cause instanceof UnboundConfigurationPropertiesException unbound) {
      return unknownKeys(file, unbound);
    }
    return "Configuration " + file + ", key " + e.getName() + ": " + cause.getMessage();
  }

  private static String unknownKeys(Path file, UnboundConfigurationPropertiesException unbound) {
    StringBuilder keys = new StringBuilder();
    unbound
        .getUnboundProperties()
        .forEach(property -> keys.append(keys.isEmpty() ? "" : ", ").append(property.getName()));
    return "Configuration "
        + file
        + " has keys that Tallykeep does not know: "
        + keys
        + ". Correct or remove them; docs/configuration.md lists all keys.";
  }
}
