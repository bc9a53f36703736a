package io.tallykeep.service;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** True once a number is the same two times running. */
final class TestIsStill implements Callable<Boolean> {
  private final Supplier<Double> number;
  private double last = Double.NaN;

  private TestIsStill(Supplier<Double> number) {
    this.number = number;
  }

  static TestIsStill of(Supplier<Double> number) {
    return new TestIsStill(number);
  }

  @Override
  public Boolean call() {
    double now = number.get();
    boolean same = now == last;
    last = now;
    return same;
  }
}
