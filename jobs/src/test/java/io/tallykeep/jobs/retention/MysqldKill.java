package io.tallykeep.jobs.retention;

import java.util.List;

/**
 * A place to kill mysqld at.
 *
 * @param moment when
 * @param delayMillis for DURING
 * @param texts find the request, as for {@code FaultProxy.stopBefore}
 */
record MysqldKill(Moment moment, int delayMillis, List<String> texts) {
  private static final String FROZEN = "SET progress = 'FROZEN'";
  private static final String DROPPING = "SET progress = 'DROPPING'";
  private static final String DROPPED = "SET progress = 'DROPPED'";

  /** When the server is killed. */
  enum Moment {
    /** The request never reaches it. */
    BEFORE,
    /** Some time after the request was passed on to it. */
    DURING,
    /** It had answered. */
    AFTER
  }

  static final List<MysqldKill> FIVE_FREEZES =
      List.of(
          before(FROZEN, "COMMIT"),
          after(FROZEN, "COMMIT"),
          during(1, FROZEN, "COMMIT"),
          after(FROZEN, "COMMIT"),
          during(0, FROZEN));

  static final List<MysqldKill> FIVE_DROPS =
      List.of(
          after(DROPPING, "COMMIT"),
          during(4, "DROP PARTITION"),
          during(12, "DROP PARTITION"),
          after("DROP PARTITION"),
          before(DROPPED, "COMMIT"));

  static final List<MysqldKill> TWENTY_FREEZES =
      List.of(
          before(FROZEN),
          before(FROZEN),
          during(0, FROZEN),
          during(1, FROZEN),
          after(FROZEN),
          after(FROZEN),
          before(FROZEN, "COMMIT"),
          before(FROZEN, "COMMIT"),
          during(0, FROZEN, "COMMIT"),
          during(0, FROZEN, "COMMIT"),
          during(1, FROZEN, "COMMIT"),
          during(1, FROZEN, "COMMIT"),
          during(2, FROZEN, "COMMIT"),
          during(3, FROZEN, "COMMIT"),
          during(5, FROZEN, "COMMIT"),
          during(8, FROZEN, "COMMIT"),
          after(FROZEN, "COMMIT"),
          after(FROZEN, "COMMIT"),
          after(FROZEN, "COMMIT"),
          after(FROZEN, "COMMIT"));

  static final List<MysqldKill> TWENTY_DROPS =
      List.of(
          before(DROPPING, "COMMIT"),
          during(1, DROPPING, "COMMIT"),
          after(DROPPING, "COMMIT"),
          after(DROPPING, "COMMIT"),
          before("DROP PARTITION"),
          during(0, "DROP PARTITION"),
          during(1, "DROP PARTITION"),
          during(2, "DROP PARTITION"),
          during(4, "DROP PARTITION"),
          during(6, "DROP PARTITION"),
          during(8, "DROP PARTITION"),
          during(10, "DROP PARTITION"),
          during(14, "DROP PARTITION"),
          during(18, "DROP PARTITION"),
          during(25, "DROP PARTITION"),
          during(40, "DROP PARTITION"),
          after("DROP PARTITION"),
          after("DROP PARTITION"),
          before(DROPPED, "COMMIT"),
          after(DROPPED, "COMMIT"));

  static MysqldKill before(String... texts) {
    return new MysqldKill(Moment.BEFORE, 0, List.of(texts));
  }

  static MysqldKill during(int delayMillis, String... texts) {
    return new MysqldKill(Moment.DURING, delayMillis, List.of(texts));
  }

  static MysqldKill after(String... texts) {
    return new MysqldKill(Moment.AFTER, 0, List.of(texts));
  }

  @Override
  public String toString() {
    return moment
        + (moment == Moment.DURING ? " +" + delayMillis + " ms " : " ")
        + String.join(" … ", texts);
  }
}
