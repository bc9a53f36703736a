package io.tallykeep.demo;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the gate made of one late event.
 *
 * @param eventDay its day, dropped before
 * @param outcomes what it answered, one for each time the event came
 * @param effects how often the account was changed
 * @param balanceMinorBefore the account before
 * @param balanceMinorAfter the account after
 * @param foundAfterNight where the event's row is after a night: ARCHIVE
 */
record GateFigures(
    LocalDate eventDay,
    List<String> outcomes,
    long effects,
    long balanceMinorBefore,
    long balanceMinorAfter,
    String foundAfterNight) {
  Map<String, Object> toJson() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("eventDay", eventDay.toString());
    document.put("outcomes", outcomes);
    document.put("effects", effects);
    document.put("balanceMinorBefore", balanceMinorBefore);
    document.put("balanceMinorAfter", balanceMinorAfter);
    document.put("foundAfterNight", foundAfterNight);
    return document;
  }
}
