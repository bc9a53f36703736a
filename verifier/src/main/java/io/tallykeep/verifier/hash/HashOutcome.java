package io.tallykeep.verifier.hash;

import java.util.List;

/** A payload's hash, or why it has none. A value: whoever hashes payloads must handle both. */
public sealed interface HashOutcome {

  /**
   * The payload has this hash.
   *
   * @param missingFields declared fields that the payload does not have, in their declared order;
   *     empty when the whole document was hashed
   */
  record Hashed(PayloadHash hash, List<String> missingFields) implements HashOutcome {
    public Hashed {
      missingFields = List.copyOf(missingFields);
    }
  }

  /**
   * The payload has no hash: it has no single meaning, or not one that the encoding can hold.
   *
   * @param where the place in the document: a JSON pointer, a line and column, or empty
   * @param detail what is wrong there and what to do, for a person
   */
  record Refused(Refusal code, String where, String detail) implements HashOutcome {

    /** Code, place and detail in one line. */
    public String message() {
      return code + (where.isEmpty() ? "" : " at " + where) + ": " + detail;
    }
  }
}
