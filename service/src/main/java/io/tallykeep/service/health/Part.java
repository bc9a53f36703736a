package io.tallykeep.service.health;

/** The places a look-up reads. */
public enum Part {
  /** The inbox tables. */
  ONLINE("online"),
  /** The control schema: the day ledger and the archive's pointer. */
  CATALOG("catalog"),
  /** The bucket with the archive. */
  OBJECT_STORE("objectStore");

  private final String field;

  Part(String field) {
    this.field = field;
  }

  /** Its name in JSON and in metrics. */
  public String field() {
    return field;
  }
}
