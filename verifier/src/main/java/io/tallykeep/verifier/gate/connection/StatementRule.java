package io.tallykeep.verifier.gate.connection;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which statements an effect may send: a list of what is let through, by the first word.
 *
 * <p>Everything that commits implicitly (MySQL 8.0 manual, section 13.3.3), ends or divides the
 * transaction, or changes the session beyond it, begins with another word. CALL and EXECUTE can run
 * any of it, and LOAD DATA reads what the gate can't see, so they are not let through either.
 */
final class StatementRule {
  private static final Set<String> ALLOWED =
      Set.of(
          "SELECT",
          "INSERT",
          "UPDATE",
          "DELETE",
          "REPLACE",
          "WITH",
          "VALUES",
          "TABLE",
          "SHOW",
          "EXPLAIN",
          "DESCRIBE",
          "DESC",
          "DO");

  /**
   * Words inside a permitted statement by which something outlives the transaction; the functions
   * among them in quotes too.
   */
  private static final Set<String> REFUSED_INSIDE =
      Set.of(
          "OUTFILE",
          "DUMPFILE",
          "GET_LOCK",
          "`GET_LOCK`",
          "\"GET_LOCK\"",
          "RELEASE_LOCK",
          "`RELEASE_LOCK`",
          "\"RELEASE_LOCK\"",
          "RELEASE_ALL_LOCKS",
          "`RELEASE_ALL_LOCKS`",
          "\"RELEASE_ALL_LOCKS\"");

  private final SqlDialect dialect;

  StatementRule(SqlDialect dialect) {
    this.dialect = dialect;
  }

  /** Why the text is not let through; empty if it is. */
  Optional<String> refusal(String sql) {
    SqlWords words = new SqlWords(sql, dialect);
    Optional<String> first = words.next();
    if (first.isEmpty()) {
      return Optional.of(words.problem().orElse("holds no statement"));
    }
    String keyword = first.get().toUpperCase(Locale.ROOT);
    if (!ALLOWED.contains(keyword)) {
      return Optional.of("begins with " + keyword + ", and an effect may only send " + ALLOWED);
    }
    for (Optional<String> word = words.next(); word.isPresent(); word = words.next()) {
      if (REFUSED_INSIDE.contains(word.get().toUpperCase(Locale.ROOT))) {
        return Optional.of("has " + word.get() + ", which outlives the transaction");
      }
    }
    return words.problem();
  }
}
