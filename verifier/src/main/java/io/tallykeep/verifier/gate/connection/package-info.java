/**
 * The connection an effect gets: the transaction's own, without anything that could end it.
 *
 * <p>Owns which JDBC calls and which statements are let through, the memory of every error, and the
 * transaction's time limit. It must not know the gate's protocol.
 */
@NullMarked
package io.tallykeep.verifier.gate.connection;

import org.jspecify.annotations.NullMarked;
