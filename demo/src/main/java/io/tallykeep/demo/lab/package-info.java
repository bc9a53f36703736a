/**
 * The incident lab: crashes, lost answers and races of payment consumers, made to happen on real
 * servers, once with a protocol that is right and once with one that is wrong.
 *
 * <p>Owns the cases and the processes that are killed in them. Right protocols go through the
 * product's own gate; wrong ones are here to be seen, never to be used, and say so.
 */
@NullMarked
package io.tallykeep.demo.lab;

import org.jspecify.annotations.NullMarked;
