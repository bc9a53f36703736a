package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.Finding;

/** The command line's exit codes (docs/cli.md). Of several, the highest wins. */
public enum ExitCode {
  CLEAN(0),
  INTERNAL(1),
  UNDECIDED(2),
  FINDINGS(3),
  USAGE(64);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** The exit code that a finding of this owner asks for. */
  static ExitCode of(Finding.Owner owner) {
    return switch (owner) {
      case USER -> USAGE;
      case DATA -> FINDINGS;
      case EXTERNAL -> UNDECIDED;
    };
  }

  public ExitCode worse(ExitCode other) {
    return code >= other.code ? this : other;
  }
}
