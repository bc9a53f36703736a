package io.tallykeep.benchmarks.lookup;

/** One way to look an event up. */
interface KeyReader {
  /** Whether the event is there. */
  boolean find(Key key) throws Exception;

  /** How many bytes of whole answers came from the object store so far; 0 if not known. */
  default long bytes() {
    return 0;
  }
}
