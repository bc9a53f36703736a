package io.tallykeep.archive.read;

import java.io.IOException;

/** There is another object than the one that was read before, or of another size than stated. */
final class ObjectReplacedException extends IOException {
  private static final long serialVersionUID = 1L;

  ObjectReplacedException(String message) {
    super(message);
  }
}
