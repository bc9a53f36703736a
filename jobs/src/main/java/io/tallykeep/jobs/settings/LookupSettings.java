package io.tallykeep.jobs.settings;

import io.tallykeep.archive.read.ReadLimits;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code tallykeep.lookup}: how a look-up is bounded.
 *
 * @param deadline after this the answer is UNDECIDABLE
 * @param readConcurrency requests to the object store that all look-ups have under way at once
 * @param hedgeAfter a read that has no answer after this is asked a second time; 0s: never
 * @param indexCache bound on the data files' indexes kept
 * @param manifestCache bound on the manifests' file lists kept
 * @param rowGroupCache bound on the row groups kept; 0B: none
 */
public record LookupSettings(
    @DefaultValue("10s") Duration deadline,
    @DefaultValue("32") int readConcurrency,
    @DefaultValue("200ms") Duration hedgeAfter,
    @DefaultValue("64MB") DataSize indexCache,
    @DefaultValue("32MB") DataSize manifestCache,
    @DefaultValue("0B") DataSize rowGroupCache) {

  /** The part that bounds reads of the object store. */
  public ReadLimits readLimits() {
    return new ReadLimits(
        readConcurrency,
        hedgeAfter,
        indexCache.toBytes(),
        manifestCache.toBytes(),
        rowGroupCache.toBytes());
  }
}
