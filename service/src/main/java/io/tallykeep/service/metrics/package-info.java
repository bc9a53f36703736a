/** What is counted, as Prometheus reads it. */
@NullMarked
package io.tallykeep.service.metrics;

import org.jspecify.annotations.NullMarked;
