/**
 * The whole story on the sandbox: a guarded table, its old days archived, proven and dropped, and
 * look-ups answered before, during and after.
 *
 * <p>Runs the product's own command line and servers; it holds no rule of the product.
 */
@NullMarked
package io.tallykeep.demo;

import org.jspecify.annotations.NullMarked;
