/** Tests of the sandbox: its servers' life, its unpacking and recovery, and the fault proxy. */
@NullMarked
package io.tallykeep.sandbox;

import org.jspecify.annotations.NullMarked;
