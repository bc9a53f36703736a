package io.tallykeep.demo.lab;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Is told how far a consumer has come; in a process that is to be killed there, it waits. */
@FunctionalInterface
interface Points {
  /** Waits nowhere. */
  Points NONE = point -> {};

  /** The consumer has reached this point. */
  void at(String point);

  /**
   * In a process of the lab: reports the point and waits there for a line, or for the kill.
   *
   * @param wanted the one point to wait at
   */
  static Points waitingAt(String wanted) {
    return point -> {
      if (!point.equals(wanted)) {
        return;
      }
      System.out.println(LabProcess.MARK + "AT " + point);
      System.out.flush();
      try {
        if (System.in.read() < 0) {
          Runtime.getRuntime().halt(1);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }
}
