package io.tallykeep.jobs.settings;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.attention}: when what was put off becomes a person's affair.
 *
 * @param escalateAfterNights nights running that a partition may be put off before runs end with
 *     exit code 3
 */
public record AttentionSettings(@DefaultValue("3") int escalateAfterNights) {}
