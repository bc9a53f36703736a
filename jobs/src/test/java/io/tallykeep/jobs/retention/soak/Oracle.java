package io.tallykeep.jobs.retention.soak;

import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * What was committed, event by event, as the clients that committed it know. Events are numbered;
 * each is written by one client only. Safe for use by many threads.
 */
final class Oracle {
  private final LocalDate today;
  private final AtomicInteger events = new AtomicInteger();

  /** Odd while a transaction that touches the event is open; a reader compares before and after. */
  private final AtomicIntegerArray stamps;

  /** The committed amount, which every change changes; 0 where there is no row. */
  private final AtomicIntegerArray amounts;

  private final AtomicIntegerArray daysAgo;

  Oracle(LocalDate today, int capacity) {
    this.today = today;
    this.stamps = new AtomicIntegerArray(capacity);
    this.amounts = new AtomicIntegerArray(capacity);
    this.daysAgo = new AtomicIntegerArray(capacity);
  }

  /** A new event of a day, with no row yet; empty if there is room for no more. */
  Optional<Integer> newEvent(int ageInDays) {
    int event = events.getAndIncrement();
    if (event >= stamps.length()) {
      return Optional.empty();
    }
    daysAgo.set(event, ageInDays);
    return Optional.of(event);
  }

  /** How many events there are. */
  int events() {
    return Math.min(events.get(), stamps.length());
  }

  void begin(int event) {
    stamps.incrementAndGet(event);
  }

  /** The transaction that was begun is over, and this is what it left: an amount, or 0. */
  void end(int event, int amount) {
    amounts.set(event, amount);
    stamps.incrementAndGet(event);
  }

  int stamp(int event) {
    return stamps.get(event);
  }

  static boolean isOpen(int stamp) {
    return stamp % 2 != 0;
  }

  int amount(int event) {
    return amounts.get(event);
  }

  int ageInDays(int event) {
    return daysAgo.get(event);
  }

  LocalDate day(int event) {
    return today.minusDays(daysAgo.get(event));
  }

  static String id(int event) {
    return "soak-" + event;
  }
}
