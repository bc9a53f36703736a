package io.tallykeep.jobs.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.lookup}: how a look-up is bounded.
 *
 * @param deadline after this the answer is UNDECIDABLE
 */
public record LookupSettings(@DefaultValue("10s") Duration deadline) {}
