package io.tallykeep.jobs.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * All of {@code tallykeep.yml}, below the key {@code tallykeep}. Documented key by key in
 * docs/configuration.md.
 *
 * @param source the MySQL server that holds the datasets
 * @param objectStore the bucket that holds the archive
 * @param window what the identity window must cover
 * @param copy how partitions are copied
 * @param drop how partitions are dropped
 * @param lookup how look-ups are bounded
 * @param serve how the look-up service listens and what bounds it
 * @param late how late rows leave MySQL
 * @param worker how long a silent worker keeps its right to work
 * @param drill how often archived days are restored on trial
 * @param replicas the replicas that must have applied one drop before the next
 * @param throttle the load above which reading a partition pauses
 * @param attention when what was put off becomes a person's affair
 * @param datasets the retained tables, by dataset name
 */
public record TallykeepSettings(
    @DefaultValue SourceSettings source,
    @DefaultValue ObjectStoreSettings objectStore,
    @DefaultValue WindowSettings window,
    @DefaultValue CopySettings copy,
    @DefaultValue DropSettings drop,
    @DefaultValue LookupSettings lookup,
    @DefaultValue ServeSettings serve,
    @DefaultValue LateSettings late,
    @DefaultValue WorkerSettings worker,
    @DefaultValue DrillSettings drill,
    @DefaultValue ReplicaSettings replicas,
    @DefaultValue ThrottleSettings throttle,
    @DefaultValue AttentionSettings attention,
    @DefaultValue Map<String, DatasetSettings> datasets) {
  public TallykeepSettings {
    datasets = new LinkedHashMap<>(datasets);
  }
}
