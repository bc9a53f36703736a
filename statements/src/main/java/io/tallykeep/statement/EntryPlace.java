package io.tallykeep.statement;

/**
 * Where an entry stands. Immutable.
 *
 * @param statement the statement's number in the file, from 1
 * @param number the entry's number in the file, from 1, in the file's order
 * @param line the line it begins at, from 1
 * @param element what it is there, for people: {@code Ntry 3, TxDtls 2}, {@code :61: 4}
 */
public record EntryPlace(int statement, long number, long line, String element) {}
