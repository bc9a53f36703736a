package io.tallykeep.jobs.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A job on the command line, in any case. */
final class JobNames implements ITypeConverter<JobName> {
  @Override
  public JobName convert(String value) {
    return Arrays.stream(JobName.values())
        .filter(job -> job.name().equalsIgnoreCase(value))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + value
                        + "' is no job; there are "
                        + Arrays.stream(JobName.values())
                            .map(job -> job.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "))
                        + ", and 'jobs run restore' and 'jobs run drill'."));
  }
}
