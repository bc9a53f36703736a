package io.tallykeep.statement.csv;

import io.tallykeep.statement.StatementProfile;

/**
 * What a settlement report is read with.
 *
 * @param profile the profile
 * @param options its options
 * @param moreParts whether the report is declared to go on in another file
 */
record StlContext(StatementProfile profile, CsvReportOptions options, boolean moreParts) {}
