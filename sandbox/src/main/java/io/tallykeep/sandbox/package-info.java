/**
 * A real MySQL and a real S3 server on loopback ports, for the demo and for tests.
 *
 * <p>Knows nothing of Tallykeep's other modules and is never on the product's class path.
 */
@NullMarked
package io.tallykeep.sandbox;

import org.jspecify.annotations.NullMarked;
