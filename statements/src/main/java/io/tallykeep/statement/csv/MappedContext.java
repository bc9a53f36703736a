package io.tallykeep.statement.csv;

import io.tallykeep.statement.StatementFlag;
import io.tallykeep.statement.StatementProfile;
import java.util.Set;

/**
 * What a mapped file is read with.
 *
 * @param profile the profile
 * @param mapping what the columns mean
 * @param kind what its statements are called
 * @param flags what is always so with them
 */
record MappedContext(
    StatementProfile profile, CsvMapping mapping, String kind, Set<StatementFlag> flags) {}
