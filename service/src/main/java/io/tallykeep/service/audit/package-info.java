/** Who asked what: one JSON line per look-up, without payloads, hashes or results. */
@NullMarked
package io.tallykeep.service.audit;

import org.jspecify.annotations.NullMarked;
