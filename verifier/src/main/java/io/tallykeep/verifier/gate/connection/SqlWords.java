package io.tallykeep.verifier.gate.connection;

import java.util.Optional;

/**
 * The words of one statement's text, without comments and strings, as MySQL's own lexer divides
 * them (MySQL 8.0 manual, sections 9.1.1, 9.2 and 9.7); quoted names with their quotes. Stops with
 * a problem at what it can't vouch for.
 */
final class SqlWords {
  private static final char DELETE = 0x7F;

  private final String sql;
  private final SqlDialect dialect;
  private int at;
  private boolean ended;
  private boolean anyWord;
  private Optional<String> problem = Optional.empty();

  SqlWords(String sql, SqlDialect dialect) {
    this.sql = sql;
    this.dialect = dialect;
  }

  /** Why the text was not read to its end, if it wasn't. */
  Optional<String> problem() {
    return problem;
  }

  /** The next word; empty at the end and at a problem. */
  Optional<String> next() {
    while (problem.isEmpty() && at < sql.length()) {
      char c = sql.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (startsComment(c)) {
        skipComment(c);
      } else if (ended) {
        problem = Optional.of("holds several statements");
      } else if (c == '\'' || c == '"' || c == '`') {
        int start = at;
        skipQuoted(c);
        if (dialect.enclosesName(c) && problem.isEmpty()) {
          return Optional.of(sql.substring(start, at));
        }
      } else if (isWordCharacter(c)) {
        return Optional.of(word());
      } else {
        skipSign(c);
      }
    }
    return Optional.empty();
  }

  private boolean startsComment(char c) {
    return c == '#'
        || sql.startsWith("/*", at)
        || (sql.startsWith("--", at)
            && (at + 2 >= sql.length() || isSpaceOrControl(sql.charAt(at + 2))));
  }

  private static boolean isSpaceOrControl(char c) {
    return c <= ' ' || c == DELETE;
  }

  private void skipComment(char c) {
    if (c != '/') {
      int lineEnd = sql.indexOf('\n', at);
      at = lineEnd < 0 ? sql.length() : lineEnd + 1;
      return;
    }
    int end = sql.indexOf("*/", at + 2);
    if (sql.startsWith("/*!", at) || sql.startsWith("/*M!", at)) {
      problem = Optional.of("holds an executable comment (/*! */)");
    } else if (end < 0) {
      problem = Optional.of("holds a comment without an end");
    } else {
      at = end + 2;
    }
  }

  /** A doubled quote ends one quoted text and begins the next: no difference here. */
  private void skipQuoted(char quote) {
    anyWord = true;
    for (int i = at + 1; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (c == '\\' && dialect.escapesIn(quote)) {
        i++;
      } else if (c == quote) {
        at = i + 1;
        return;
      }
    }
    problem = Optional.of("holds quoted text without an end");
  }

  private void skipSign(char c) {
    if (c == ';') {
      ended = true;
    } else if (!anyWord && c != '(') {
      problem = Optional.of("begins with '" + c + "'");
    }
    at++;
  }

  private String word() {
    anyWord = true;
    int start = at;
    while (at < sql.length() && isWordCharacter(sql.charAt(at))) {
      at++;
    }
    return sql.substring(start, at);
  }

  private static boolean isWordCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c >= 0x80;
  }
}
