/** How the service listens and what bounds it: checked values, no file format. */
@NullMarked
package io.tallykeep.service.settings;

import org.jspecify.annotations.NullMarked;
