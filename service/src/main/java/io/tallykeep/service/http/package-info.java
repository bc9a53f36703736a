/** The HTTP side: paths, statuses and bodies, and what bounds a client. */
@NullMarked
package io.tallykeep.service.http;

import org.jspecify.annotations.NullMarked;
