package io.tallykeep.jobs.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.ConfigurableEnvironment;
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
      return binder(environment)
          .bindOrCreate(
              "tallykeep",
              Bindable.of(TallykeepSettings.class),
              new NoUnboundElementsBindHandler(
                  BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
    } catch (BindException e) {
      throw new BadConfigurationException(explain(file, e), e);
    }
  }

  private static Binder binder(ConfigurableEnvironment environment) {
    ApplicationConversionService conversion = new ApplicationConversionService();
    conversion.addConverter(String.class, Duration.class, SettingsLoader::duration);
    conversion.addConverter(
        Number.class, Duration.class, number -> duration(String.valueOf(number)));
    return new Binder(
        ConfigurationPropertySources.get(environment),
        new PropertySourcesPlaceholdersResolver(environment),
        conversion);
  }

  /** A length of time with its unit: without one, 60 would silently be 60 milliseconds. */
  private static Duration duration(String text) {
    if (text.matches("-?[0-9]+")) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' has no unit. Write "
              + text
              + "d, "
              + text
              + "h, "
              + text
              + "m or "
              + text
              + "s.");
    }
    return DurationStyle.detectAndParse(text);
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
