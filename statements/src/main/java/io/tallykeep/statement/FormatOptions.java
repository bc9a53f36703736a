package io.tallykeep.statement;

/** What must be declared for a format beside the common profile; one record per format family. */
public interface FormatOptions {}
