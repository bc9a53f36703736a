/**
 * The look-up as a service over HTTP: puts the parts together, starts and stops them. Knows neither
 * the configuration file nor the command line.
 */
@NullMarked
package io.tallykeep.service;

import org.jspecify.annotations.NullMarked;
