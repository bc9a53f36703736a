package io.tallykeep.demo;

/**
 * How much the demo does.
 *
 * @param rowsPerDay inbox rows per event day
 * @param days event days, the last of them yesterday
 */
record DemoSize(int rowsPerDay, int days) {}
