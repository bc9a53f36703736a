/** Whether the three places a look-up reads answer now, each told apart. */
@NullMarked
package io.tallykeep.service.health;

import org.jspecify.annotations.NullMarked;
