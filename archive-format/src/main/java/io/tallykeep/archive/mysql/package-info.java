/**
 * How every connection to MySQL is opened: one set of driver and session properties on which the
 * type mapping relies.
 */
@NullMarked
package io.tallykeep.archive.mysql;

import org.jspecify.annotations.NullMarked;
