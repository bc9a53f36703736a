package io.tallykeep.demo.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A log of messages with one consumer's offset, which is a file: like a broker's offset it is never
 * in the database's transaction.
 */
final class Topic {
  private final Path offsetFile;
  private final List<Delivery> messages;

  Topic(Path offsetFile, List<Delivery> messages) {
    this.offsetFile = offsetFile;
    this.messages = List.copyOf(messages);
  }

  /** Offset of the next message to deliver, as it is on disk. */
  int offset() throws IOException {
    return Files.exists(offsetFile) ? Integer.parseInt(Files.readString(offsetFile).strip()) : 0;
  }

  /** The message at the saved offset; empty at the log's end. */
  Optional<Delivery> poll() throws IOException {
    int offset = offset();
    return offset < messages.size() ? Optional.of(messages.get(offset)) : Optional.empty();
  }

  /** Saves that the next message is the one after this. */
  void advance() throws IOException {
    Files.writeString(offsetFile, String.valueOf(offset() + 1));
  }
}
