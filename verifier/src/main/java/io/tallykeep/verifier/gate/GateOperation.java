package io.tallykeep.verifier.gate;

import java.util.List;
import java.util.Map;

/**
 * The operation an event asks for: two events with one operation have one effect.
 *
 * @param key the operation's key, in the order of the dataset's {@code business-key.key-columns}:
 *     by the reference schema tenant, operation type, operation id
 * @param intent what makes two requests the same: a value for each of {@code business-key.intent},
 *     such as payee, amount and currency. Compared exactly
 * @param columns further columns of the operation's row, its status among them
 */
public record GateOperation(
    List<String> key, Map<String, Object> intent, Map<String, Object> columns) {
  public GateOperation {
    key = List.copyOf(key);
    intent = Columns.copyOf(intent);
    columns = Columns.copyOf(columns);
  }
}
