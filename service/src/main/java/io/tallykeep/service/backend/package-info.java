/**
 * The servers behind the look-ups: the pool of sessions on MySQL, and what is served from where.
 */
@NullMarked
package io.tallykeep.service.backend;

import org.jspecify.annotations.NullMarked;
