/**
 * Configuration lint and preflight: everything that is wrong, found before anything is touched.
 *
 * <p>Changes nothing, except that the object store's probe writes one object and deletes it.
 */
@NullMarked
package io.tallykeep.jobs.check;

import org.jspecify.annotations.NullMarked;
