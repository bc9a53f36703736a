/** Who may ask: named tokens, kept as SHA-256. */
@NullMarked
package io.tallykeep.service.access;

import org.jspecify.annotations.NullMarked;
