package io.tallykeep.jobs.cli;

import io.tallykeep.verifier.hash.PayloadHasher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * JSON documents as bytes: a whole stream, or one document on each line. Of a document that is too
 * large no more is kept than shows that it is.
 */
final class DocumentLines {
  private static final int ENOUGH = PayloadHasher.MAX_BYTES + 1;

  private final InputStream in;

  DocumentLines(InputStream in) {
    this.in = in;
  }

  static byte[] whole(InputStream in) throws IOException {
    return in.readNBytes(ENOUGH);
  }

  /** The next line without its end; empty after the last one. */
  Optional<byte[]> next() throws IOException {
    int b = in.read();
    if (b < 0) {
      return Optional.empty();
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (b >= 0 && b != '\n') {
      if (line.size() < ENOUGH) {
        line.write(b);
      }
      b = in.read();
    }
    return Optional.of(line.toByteArray());
  }
}
