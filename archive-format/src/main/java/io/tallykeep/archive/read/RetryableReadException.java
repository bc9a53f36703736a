package io.tallykeep.archive.read;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A range did not come whole this time; asking again may help. */
final class RetryableReadException extends IOException {
  private static final long serialVersionUID = 1L;

  RetryableReadException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
