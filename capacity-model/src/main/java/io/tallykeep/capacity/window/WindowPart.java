package io.tallykeep.capacity.window;

/** One of the three things that can bring an event back, in the order of the formula. */
public enum WindowPart {
  /** Until when the upstream can deliver the event again, replays by hand included. */
  UPSTREAM_REDELIVERY("upstream redelivery", "upstreamRedelivery"),
  /** Until when reconciling can find the operation and send it again. */
  RECONCILIATION_PERIOD("reconciliation period", "reconciliationPeriod"),
  /** Until when the downstream can still confirm or reject what was asked of it. */
  DOWNSTREAM_CONFIRMATION("downstream confirmation", "downstreamConfirmation");

  private final String words;
  private final String fieldName;

  WindowPart(String words, String fieldName) {
    this.words = words;
    this.fieldName = fieldName;
  }

  /** The part as a reader sees it: {@code upstream redelivery}. */
  public String words() {
    return words;
  }

  /** The part's name in a machine-readable report; it never changes: {@code upstreamRedelivery}. */
  public String fieldName() {
    return fieldName;
  }
}
