package io.tallykeep.jobs.settings;

import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.config.ConfigDataException;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** The configuration file as Spring Boot reads it. */
final class SettingsFile {
  private static final List<String> KNOWN_ENDINGS = List.of(".yml", ".yaml", ".properties");

  /** The file's own keys, and those with which Spring is told to import further ones. */
  private static final List<String> KNOWN_ROOTS = List.of("tallykeep", "spring");

  private SettingsFile() {}

  /**
   * Adds the file's values to the environment, below all that override them.
   *
   * @throws BadConfigurationException if it can't be read, or holds keys that nothing reads
   */
  static void addTo(ConfigurableEnvironment environment, Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new BadConfigurationException(
          "Configuration file "
              + file.toAbsolutePath()
              + " can't be read"
              + (Files.isDirectory(file) ? ": it is a folder" : "")
              + ". Give another one with --config FILE or TALLYKEEP_CONFIG;"
              + " docs/configuration.md has one to start from.");
    }
    environment
        .getPropertySources()
        .addFirst(
            new MapPropertySource(
                "config-file", Map.of("spring.config.location[0]", location(file))));
    try {
      ConfigDataEnvironmentPostProcessor.applyTo(environment);
    } catch (MarkedYAMLException e) {
      throw new BadConfigurationException(notYaml(file, e), e);
    } catch (YAMLException e) {
      throw new BadConfigurationException(
          "Configuration "
              + file
              + (e.getCause() instanceof CharacterCodingException
                  ? " is not text in UTF-8."
                  : " is not YAML: " + firstLine(e) + "."),
          e);
    } catch (ConfigDataException | IllegalStateException e) {
      throw new BadConfigurationException(
          "Configuration " + file + " can't be read: " + firstLine(e) + ".", e);
    }
    refuseOtherRoots(environment, file);
  }

  /** Spring tells the format by the name's ending; a file with another one is taken for YAML. */
  private static String location(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return "file:"
        + file.toAbsolutePath()
        + (KNOWN_ENDINGS.stream().anyMatch(name::endsWith) ? "" : "[.yml]");
  }

  /** Without the lines themselves, which may hold a password. */
  private static String notYaml(Path file, MarkedYAMLException e) {
    return "Configuration "
        + file
        + (e.getProblemMark() == null
            ? ""
            : ", line "
                + (e.getProblemMark().getLine() + 1)
                + ", column "
                + (e.getProblemMark().getColumn() + 1))
        + ": is not YAML: "
        + (e.getContext() == null ? "" : e.getContext() + ", ")
        + e.getProblem()
        + ".";
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
  }

  /** A key with too little indentation would silently be nobody's. */
  private static void refuseOtherRoots(ConfigurableEnvironment environment, Path file) {
    List<String> others = new ArrayList<>();
    environment.getPropertySources().stream()
        .filter(OriginTrackedMapPropertySource.class::isInstance)
        .map(OriginTrackedMapPropertySource.class::cast)
        .forEach(
            source ->
                List.of(source.getPropertyNames()).stream()
                    .filter(key -> !KNOWN_ROOTS.contains(root(key)))
                    .forEach(key -> others.add(key + BindFailure.line(source.getOrigin(key)))));
    if (!others.isEmpty()) {
      throw new BadConfigurationException(BindFailure.unknownKeys(file, others));
    }
  }

  private static String root(String key) {
    return key.replaceFirst("[.\\[].*", "").toLowerCase(Locale.ROOT);
  }
}
