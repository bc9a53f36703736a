package io.tallykeep.demo;

import org.jspecify.annotations.Nullable;

/** An act of the demo did not go as told. */
final class DemoFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemoFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
