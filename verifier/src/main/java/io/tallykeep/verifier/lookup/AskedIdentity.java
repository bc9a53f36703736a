package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.IdentityRule;
import io.tallykeep.archive.schema.SourceColumn;
import java.util.List;
import java.util.Optional;

/**
 * Turns the asked identity into the values rows hold, or says why that can't be done without a
 * doubt.
 *
 * <p>A value that its column can't hold as it is, is refused rather than taken for unseen: a
 * session without strict mode would cut or clamp it and store another identity, which a later
 * look-up of the uncut value would miss.
 */
final class AskedIdentity {
  private AskedIdentity() {}

  /**
   * @return the identity's values in its order, in the form that rows hold them
   * @throws UndecidedException IDENTITY_DOES_NOT_FIT or AMBIGUOUS_IDENTITY
   */
  static Object[] of(TableShape shape, List<String> texts) throws UndecidedException {
    ArchiveSchema schema = shape.schema();
    List<Integer> indexes = schema.identityIndexes();
    if (texts.size() != indexes.size()) {
      throw new UndecidedException(
          UndecidableReason.IDENTITY_DOES_NOT_FIT,
          "dataset "
              + schema.dataset().name()
              + " has the identity "
              + schema.dataset().identity()
              + ", but "
              + texts.size()
              + " values were given.");
    }
    Object[] values = new Object[texts.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          value(schema.column(indexes.get(i)), shape.identityColumns().get(i), texts.get(i));
    }
    for (IdentityRule rule : List.of(schema.identityRule(), shape.lateIdentityRule())) {
      Optional<IdentityRule.Violation> violation = rule.violation(values);
      if (violation.isPresent()) {
        throw new UndecidedException(
            UndecidableReason.AMBIGUOUS_IDENTITY,
            schema.describe(values)
                + ": "
                + violation.get().column()
                + ": "
                + violation.get().why()
                + ".");
      }
    }
    return values;
  }

  private static Object value(ArchiveColumn column, SourceColumn source, String text)
      throws UndecidedException {
    Object value;
    try {
      value = column.type().parse(text);
    } catch (IllegalArgumentException e) {
      throw doesNotFit(column, String.valueOf(e.getMessage()));
    }
    Optional<String> misfit = ColumnFit.misfit(source, value);
    if (misfit.isPresent()) {
      throw doesNotFit(column, "'" + text + "' " + misfit.get() + ".");
    }
    return value;
  }

  private static UndecidedException doesNotFit(ArchiveColumn column, String why) {
    return new UndecidedException(
        UndecidableReason.IDENTITY_DOES_NOT_FIT,
        "identity column " + column.name() + " " + column.mysqlType() + ": " + why);
  }
}
