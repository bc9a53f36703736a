package io.tallykeep.jobs.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.util.PlaceholderResolutionException;

/** Says in words which key of the configuration is wrong, where it stands and what to write. */
final class BindFailure {
  private BindFailure() {}

  static String explain(Path file, BindException e) {
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
      if (cause instanceof UnboundConfigurationPropertiesException unbound) {
        List<String> keys = new ArrayList<>();
        unbound.getUnboundProperties().forEach(key -> keys.add(key.getName() + line(key)));
        return unknownKeys(file, keys);
      }
      if (cause instanceof PlaceholderResolutionException unresolved) {
        return "Configuration "
            + file
            + ", key "
            + e.getName()
            + ": ${"
            + unresolved.getPlaceholder()
            + "} has no value. Set the environment variable "
            + unresolved.getPlaceholder()
            + ", or write \\${ where the text itself is meant.";
      }
    }
    ConfigurationProperty property = e.getProperty();
    return "Configuration "
        + file
        + ", key "
        + e.getName()
        + (property == null ? "" : line(property))
        + ": "
        + what(e, cause);
  }

  static String unknownKeys(Path file, List<String> keys) {
    return "Configuration "
        + file
        + " has keys that Tallykeep does not know: "
        + String.join(", ", keys)
        + ". Correct or remove them; docs/configuration.md lists all keys.";
  }

  /** Where in the file; empty for what does not come from a file. */
  static String line(@Nullable Origin origin) {
    Origin inner =
        origin instanceof PropertySourceOrigin source && source.getOrigin() != null
            ? source.getOrigin()
            : origin;
    return inner instanceof TextResourceOrigin text && text.getLocation() != null
        ? " (line " + (text.getLocation().getLine() + 1) + ")"
        : "";
  }

  private static String line(ConfigurationProperty property) {
    return line(property.getOrigin());
  }

  private static String what(BindException e, Throwable cause) {
    ConfigurationProperty property = e.getProperty();
    Class<?> wanted = e.getTarget().getType().resolve(Object.class);
    String value = property == null ? "the value" : "'" + property.getValue() + "'";
    if (wanted.isEnum()) {
      return value + " is none of " + names(wanted) + ".";
    }
    if (cause instanceof NumberFormatException && wanted == int.class) {
      return value + " is not a whole number.";
    }
    if (cause instanceof ConverterNotFoundException) {
      return value + " is not what this key takes; docs/configuration.md shows its form.";
    }
    boolean explained = String.valueOf(cause.getMessage()).contains("has no unit");
    if (wanted == Duration.class && !explained) {
      return value
          + " is not a length of time. Write a whole number with its unit, such as 7d, 12h, 30m or"
          + " 45s.";
    }
    return String.valueOf(cause.getMessage());
  }

  private static String names(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .collect(Collectors.joining(", "));
  }
}
