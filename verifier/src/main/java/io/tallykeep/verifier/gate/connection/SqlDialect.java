package io.tallykeep.verifier.gate.connection;

import java.util.List;
import java.util.Locale;

/**
 * How a session's {@code sql_mode} makes the server read quoted text (MySQL 8.0 manual, sections
 * 5.1.11 and 9.1.1).
 *
 * @param backslashEscapes whether a backslash in a string escapes the next character
 * @param ansiQuotes whether double quotes enclose a name, in which a backslash is only itself
 */
public record SqlDialect(boolean backslashEscapes, boolean ansiQuotes) {
  /** The server's default. */
  public static final SqlDialect DEFAULT = new SqlDialect(true, false);

  /**
   * @param sqlMode {@code @@sql_mode}
   */
  public static SqlDialect of(String sqlMode) {
    List<String> modes = List.of(sqlMode.toUpperCase(Locale.ROOT).split(",", -1));
    return new SqlDialect(!modes.contains("NO_BACKSLASH_ESCAPES"), modes.contains("ANSI_QUOTES"));
  }

  boolean enclosesName(char quote) {
    return quote == '`' || (quote == '"' && ansiQuotes);
  }

  boolean escapesIn(char quote) {
    return backslashEscapes && (quote == '\'' || (quote == '"' && !ansiQuotes));
  }
}
