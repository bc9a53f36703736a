/** Every case of the lab, played on the build's servers. */
@NullMarked
package io.tallykeep.demo.lab;

import org.jspecify.annotations.NullMarked;
