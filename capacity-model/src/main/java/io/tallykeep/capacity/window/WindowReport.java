package io.tallykeep.capacity.window;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The window's report: for a reader, and as a map whose names never change.
 *
 * <p>Immutable.
 *
 * @param window the window and its derivation
 * @param check the outcome for the configured windows, if there are any
 */
public record WindowReport(IdentityWindow window, Optional<WindowCheck> check) {
  /** A report of the formula alone. */
  public static WindowReport of(IdentityWindow window) {
    return new WindowReport(window, Optional.empty());
  }

  /** A report of the formula and of the windows that were checked against it. */
  public static WindowReport of(IdentityWindow window, WindowCheck check) {
    return new WindowReport(window, Optional.of(check));
  }

  /** The report in lines separated by {@code \n}, without one at its end. */
  public String toText() {
    List<String> lines = new ArrayList<>();
    lines.add("Identity window: " + WholeDays.text(window.identityWindowDays()));
    lines.add("");
    lines.addAll(window.lines());
    check.ifPresent(
        outcome -> {
          lines.add("");
          lines.addAll(checkLines(outcome));
        });
    return String.join("\n", lines);
  }

  /**
   * The report for a JSON writer: strings, integers, booleans, lists and maps, never null, in a
   * fixed order. Durations are ISO 8601 ({@code PT720H}); names that end in {@code Days} are whole
   * days. {@code check} is there only if windows were checked.
   */
  public Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("identityWindowDays", window.identityWindowDays());
    map.put("formula", IdentityWindow.FORMULA);
    map.put("exact", window.exact().toString());
    map.put("roundedUpBy", window.roundedUpBy().toString());
    map.put("binding", window.bindings().stream().map(WindowReport::bindingMap).toList());
    Map<String, Object> parts = new LinkedHashMap<>();
    for (WindowPart part : WindowPart.values()) {
      parts.put(part.fieldName(), partMap(part));
    }
    map.put("parts", parts);
    map.put("margin", caseMap(window.inputs().margin()));
    check.ifPresent(
        outcome ->
            map.put("check", outcome.fold(WindowReport::sufficientMap, WindowReport::tooShortMap)));
    return map;
  }

  private static List<String> checkLines(WindowCheck check) {
    ConfiguredWindows windows = check.configured();
    List<String> lines = new ArrayList<>();
    lines.add(
        "Configured: online-days "
            + windows.onlineDays()
            + ", hold-days "
            + windows.holdDays()
            + ", identity-days "
            + windows.identityDays());
    lines.add("  direct redelivery: " + DurationText.of(windows.longestDirectRedelivery()));
    windows.directRedelivery().forEach(each -> lines.add("    " + each.line()));
    lines.addAll(check.fold(WindowReport::sufficientLines, WindowReport::tooShortLines));
    return lines;
  }

  private static List<String> sufficientLines(WindowCheck.Sufficient outcome) {
    return List.of("Sufficient.");
  }

  private static List<String> tooShortLines(WindowCheck.TooShort outcome) {
    List<String> lines = new ArrayList<>();
    lines.add("Too short:");
    outcome.shortfalls().forEach(each -> lines.add("  " + each.message()));
    return lines;
  }

  private Map<String, Object> partMap(WindowPart part) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("longest", window.inputs().longest(part).toString());
    map.put("cases", window.inputs().cases(part).stream().map(WindowReport::caseMap).toList());
    return map;
  }

  private static Map<String, Object> caseMap(WindowCase each) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", each.name());
    map.put("length", each.length().toString());
    map.put("source", each.source());
    return map;
  }

  private static Map<String, Object> bindingMap(BindingCase binding) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("part", binding.part().fieldName());
    map.put("case", binding.windowCase().name());
    return map;
  }

  private static Map<String, Object> sufficientMap(WindowCheck.Sufficient outcome) {
    return checkMap("SUFFICIENT", outcome.configured(), List.of());
  }

  private static Map<String, Object> tooShortMap(WindowCheck.TooShort outcome) {
    return checkMap("TOO_SHORT", outcome.configured(), outcome.shortfalls());
  }

  private static Map<String, Object> checkMap(
      String outcome, ConfiguredWindows windows, List<Shortfall> shortfalls) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("outcome", outcome);
    map.put("onlineDays", windows.onlineDays());
    map.put("holdDays", windows.holdDays());
    map.put("identityDays", windows.identityDays());
    map.put(
        "directRedelivery",
        windows.directRedelivery().stream().map(WindowReport::caseMap).toList());
    map.put("shortfalls", shortfalls.stream().map(WindowReport::shortfallMap).toList());
    return map;
  }

  private static Map<String, Object> shortfallMap(Shortfall shortfall) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("setting", shortfall.setting());
    map.put("configuredDays", shortfall.configuredDays());
    map.put("requiredDays", shortfall.requiredDays());
    map.put("missingDays", shortfall.missingDays());
    map.put("message", shortfall.message());
    return map;
  }
}
