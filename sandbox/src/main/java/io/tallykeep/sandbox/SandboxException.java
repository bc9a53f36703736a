package io.tallykeep.sandbox;

import org.jspecify.annotations.Nullable;

/**
 * The sandbox can't do what was asked because of its surroundings; the message says what, where and
 * what to do.
 */
public final class SandboxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final SandboxFault fault;

  SandboxException(SandboxFault fault, String message) {
    this(fault, message, null);
  }

  SandboxException(SandboxFault fault, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.fault = fault;
  }

  /** The kind of failure. */
  public SandboxFault fault() {
    return fault;
  }
}
