package io.tallykeep.statement.key;

/**
 * The key under which we asked a provider for an operation, known before the request. Immutable.
 *
 * @param value digits and capital letters, as {@link KeyFormat} says
 */
public record ClientKey(String value) {}
