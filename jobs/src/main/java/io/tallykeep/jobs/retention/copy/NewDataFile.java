package io.tallykeep.jobs.retention.copy;

import java.io.IOException;
import java.time.LocalDate;
import org.apache.iceberg.io.OutputFile;

/** Names a new data file for an event day; never the same one twice. */
@FunctionalInterface
public interface NewDataFile {
  /** A file that does not exist yet. */
  OutputFile of(LocalDate eventDay) throws IOException;
}
