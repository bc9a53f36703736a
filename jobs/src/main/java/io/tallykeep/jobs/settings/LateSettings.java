package io.tallykeep.jobs.settings;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.late}: how late rows leave MySQL.
 *
 * @param transactionRows how many late rows one transaction deletes; writers to that event day wait
 *     for it
 */
public record LateSettings(@DefaultValue("500") int transactionRows) {}
