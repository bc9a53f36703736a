/**
 * XML as a stream, hardened: no document types, no entities, bounded depth, names, texts; one small
 * tree at a time. Knows no message.
 */
@NullMarked
package io.tallykeep.statement.xml;

import org.jspecify.annotations.NullMarked;
