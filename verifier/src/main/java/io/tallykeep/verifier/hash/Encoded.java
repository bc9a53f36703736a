package io.tallykeep.verifier.hash;

import java.util.List;

/**
 * What is hashed.
 *
 * @param missingFields declared fields that the document does not have
 */
record Encoded(byte[] bytes, List<String> missingFields) {}
