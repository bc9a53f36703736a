package io.tallykeep.statement.csv;

import org.jspecify.annotations.Nullable;

/**
 * Why a file is refused, on its way to the verdict; never leaves this package. Without a stack
 * trace: it says what is wrong with a file, not with the code.
 */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final long line;
  private final @Nullable String field;

  private Refusal(String code, long line, @Nullable String field, String detail) {
    super(detail, null, false, false);
    this.code = code;
    this.line = line;
    this.field = field;
  }

  static Refusal ofFile(String code, String detail) {
    return new Refusal(code, 0, null, detail);
  }

  static Refusal atLine(String code, long line, String detail) {
    return new Refusal(code, line, null, detail);
  }

  static Refusal ofField(String code, long line, String field, String detail) {
    return new Refusal(code, line, field, detail);
  }

  String code() {
    return code;
  }

  /** The line, from 1; 0 for the whole file. */
  long line() {
    return line;
  }

  @Nullable String field() {
    return field;
  }

  String detail() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
