package io.tallykeep.capacity.window;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether the configured windows are long enough. A configuration that is too short does not start:
 * an event that comes back after its row is gone is paid twice.
 */
public sealed interface WindowCheck {
  /** The windows that were checked. */
  ConfiguredWindows configured();

  /** Calls the function of the outcome at hand. */
  <T> T fold(Function<Sufficient, T> onSufficient, Function<TooShort, T> onTooShort);

  /**
   * Every window covers what it must.
   *
   * @param configured the windows that were checked
   */
  record Sufficient(ConfiguredWindows configured) implements WindowCheck {
    @Override
    public <T> T fold(Function<Sufficient, T> onSufficient, Function<TooShort, T> onTooShort) {
      return onSufficient.apply(this);
    }
  }

  /**
   * One window at least is too short.
   *
   * @param configured the windows that were checked
   * @param shortfalls everything that is too short, never empty
   */
  record TooShort(ConfiguredWindows configured, List<Shortfall> shortfalls) implements WindowCheck {
    /**
     * Copies the shortfalls.
     *
     * @throws IllegalArgumentException if there is none
     */
    public TooShort {
      shortfalls = List.copyOf(shortfalls);
      if (shortfalls.isEmpty()) {
        throw new IllegalArgumentException("windows that lack nothing are not too short.");
      }
    }

    /** Days missing from the window that lacks most, 1 or more. */
    public int missingDays() {
      return shortfalls.stream().mapToInt(Shortfall::missingDays).max().orElseThrow();
    }

    /** One line for each shortfall. */
    public String message() {
      return shortfalls.stream().map(Shortfall::message).collect(Collectors.joining("\n"));
    }

    @Override
    public <T> T fold(Function<Sufficient, T> onSufficient, Function<TooShort, T> onTooShort) {
      return onTooShort.apply(this);
    }
  }

  /**
   * Checks the configured windows against three rules and reports every one that is broken:
   *
   * <ol>
   *   <li>{@code identity-days} is at least what the formula asks for;
   *   <li>{@code online-days} covers every redelivery that does not pass the verifier. Days in hold
   *       do not count: a closed day takes no inserts, and an event that comes back then is
   *       refused;
   *   <li>{@code identity-days} is at least {@code online-days + hold-days}: a day expires from the
   *       archive only after it has left the online table.
   * </ol>
   *
   * @param configured the windows to check
   * @param window what the formula asks for
   */
  static WindowCheck of(ConfiguredWindows configured, IdentityWindow window) {
    List<Shortfall> shortfalls =
        Stream.of(
                WindowRules.identityCoversFormula(configured, window),
                WindowRules.onlineCoversDirectRedelivery(configured),
                WindowRules.identityCoversOnlineAndHold(configured))
            .flatMap(Optional::stream)
            .toList();
    return shortfalls.isEmpty() ? new Sufficient(configured) : new TooShort(configured, shortfalls);
  }
}
