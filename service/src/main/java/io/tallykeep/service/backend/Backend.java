package io.tallykeep.service.backend;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.table.ArchiveStorage;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * What the service answers from.
 *
 * @param source opens a new session with the properties of {@code MysqlSource} per call; no pool
 * @param storage the archive's bucket; closed by whoever opened it
 * @param controlSchema the schema with the day ledger and the archive's pointer
 * @param datasets what can be asked about
 * @param deadline a look-up that takes longer is UNDECIDABLE
 */
public record Backend(
    DataSource source,
    ArchiveStorage storage,
    Identifier controlSchema,
    List<Dataset> datasets,
    Duration deadline) {
  public Backend {
    datasets = List.copyOf(datasets);
  }
}
