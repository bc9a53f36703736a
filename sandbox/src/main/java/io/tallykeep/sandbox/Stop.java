package io.tallykeep.sandbox;

import java.util.List;

/**
 * A place in the traffic of a {@link FaultProxy} where one connection stands still, once, while the
 * test acts. Safe for use by several threads.
 */
public final class Stop extends RequestFault {
  private final Place place;
  private final Runnable action;
  private volatile boolean reached;

  /** Where in the exchange. */
  enum Place {
    /** The request has not reached the server. */
    BEFORE_REQUEST,
    /** The server has done the request; the client does not know yet. */
    BEFORE_ANSWER
  }

  Stop(Place place, Runnable action, List<String> texts) {
    super(1, texts);
    this.place = place;
    this.action = action;
  }

  /** Whether a connection has come here; the action has then begun, and perhaps ended. */
  public boolean isReached() {
    return reached;
  }

  @Override
  void beforeRequest() {
    if (place == Place.BEFORE_REQUEST) {
      act();
    }
  }

  @Override
  boolean passesAnswer() {
    if (place == Place.BEFORE_ANSWER) {
      act();
    }
    return true;
  }

  private void act() {
    reached = true;
    action.run();
  }
}
