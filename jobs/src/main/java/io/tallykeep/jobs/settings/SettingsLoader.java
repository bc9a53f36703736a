package io.tallykeep.jobs.settings;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.PropertyPlaceholderHelper;

/**
 * Reads {@code tallykeep.yml} under Spring Boot's rules of externalised configuration: environment
 * variables and system properties override the file (Spring Boot reference, "Externalized
 * Configuration"). A key that no record knows is an error, since a misspelt window would otherwise
 * silently be the default; and so is a placeholder without a value, which would otherwise be taken
 * as it stands.
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
    return load(file, new StandardEnvironment());
  }

  /**
   * Loads the settings.
   *
   * @param environment what overrides the file; the file's values are added to it
   */
  static TallykeepSettings load(Path file, ConfigurableEnvironment environment) {
    SettingsFile.addTo(environment, file);
    ConfigurationPropertySources.attach(environment);
    try {
      return binder(environment)
          .bindOrCreate(
              "tallykeep",
              Bindable.of(TallykeepSettings.class),
              new NoUnboundElementsBindHandler(
                  BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
    } catch (BindException e) {
      throw new BadConfigurationException(BindFailure.explain(file, e), e);
    }
  }

  private static Binder binder(ConfigurableEnvironment environment) {
    ApplicationConversionService conversion = new ApplicationConversionService();
    conversion.addConverter(String.class, Duration.class, SettingsLoader::duration);
    conversion.addConverter(
        Number.class, Duration.class, number -> duration(String.valueOf(number)));
    return new Binder(
        ConfigurationPropertySources.get(environment),
        new PropertySourcesPlaceholdersResolver(
            environment.getPropertySources(),
            new PropertyPlaceholderHelper("${", "}", ":", '\\', false)),
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
}
