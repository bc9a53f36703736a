package io.tallykeep.verifier.gate;

/**
 * One item of a batch.
 *
 * @param event the event
 * @param effect what is done about it
 */
public record GateItem(GateEvent event, Effect effect) {}
