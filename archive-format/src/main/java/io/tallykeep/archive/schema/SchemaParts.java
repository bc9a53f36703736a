package io.tallykeep.archive.schema;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.TableName;
import java.util.List;
import java.util.Map;

/** What {@link SchemaMapper} found out, ready to become an {@link ArchiveSchema}. */
record SchemaParts(
    Dataset dataset,
    TableName table,
    List<ArchiveColumn> columns,
    List<Integer> identity,
    int eventDay,
    IdentityRule identityRule,
    Map<Integer, String> checkedText) {}
