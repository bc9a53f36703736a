/**
 * A real MySQL and a real S3 server on loopback ports, for the demo and for tests, and a proxy that
 * makes the way to them fail.
 *
 * <p>Knows nothing of Tallykeep's other modules and is never on the product's class path.
 */
@NullMarked
package io.tallykeep.sandbox;

import org.jspecify.annotations.NullMarked;
