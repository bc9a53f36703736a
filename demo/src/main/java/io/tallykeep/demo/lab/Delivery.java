package io.tallykeep.demo.lab;

/**
 * A message as a consumer gets it: credit an account.
 *
 * @param eventId the message's identity, the same in each redelivery
 * @param operationId the intent's identity, the same in each message that asks for it
 * @param cents how much
 */
record Delivery(String eventId, String operationId, long cents) {}
