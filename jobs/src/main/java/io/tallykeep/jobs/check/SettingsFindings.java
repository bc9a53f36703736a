package io.tallykeep.jobs.check;

import io.tallykeep.jobs.check.Finding.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The findings of a configuration's check, in the order they were made. */
final class SettingsFindings {
  private static final String MEND = "See docs/configuration.md.";

  private final List<Finding> findings = new ArrayList<>();

  int size() {
    return findings.size();
  }

  List<Finding> all() {
    return List.copyOf(findings);
  }

  /** The value, or a finding with the words of its own refusal. */
  <T> Optional<T> attempt(String place, Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (IllegalArgumentException e) {
      add("BAD_VALUE", place, String.valueOf(e.getMessage()), MEND);
      return Optional.empty();
    }
  }

  void missing(String key, String meaning) {
    add("MISSING_KEY", key, "is missing.", "Set it to " + meaning + ".");
  }

  void bad(String key, String what) {
    add("BAD_VALUE", key, what, MEND);
  }

  void positive(String key, Duration length) {
    if (length.isNegative() || length.isZero()) {
      bad(key, "is " + length + ": it must be longer than nothing.");
    }
  }

  void add(String code, String place, String what, String mend) {
    findings.add(new Finding(code, Owner.USER, place, what, mend));
  }
}
