/** Tests of the archive's table on a real MySQL and a real S3 server. */
@NullMarked
package io.tallykeep.archive.read;

import org.jspecify.annotations.NullMarked;
