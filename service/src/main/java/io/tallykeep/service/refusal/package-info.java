/** What is not answered, and how that is told: one code per cause, one status per code. */
@NullMarked
package io.tallykeep.service.refusal;

import org.jspecify.annotations.NullMarked;
