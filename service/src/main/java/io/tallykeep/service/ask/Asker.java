package io.tallykeep.service.ask;

/**
 * Who asks.
 *
 * @param token the name of the token; empty text where none is configured
 * @param address the address the request came from
 * @param requestId what the asker calls the request; empty text where it doesn't
 */
public record Asker(String token, String address, String requestId) {}
