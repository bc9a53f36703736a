package io.tallykeep.sandbox;

/** What went wrong, with the exit code of {@code sandbox} that stands for it. */
public enum SandboxFault {
  /** An address, option or folder that the user gave can't be used. */
  BAD_CONFIGURATION(64),
  /** No MySQL archive exists for this system. */
  UNSUPPORTED_SYSTEM(2),
  /** A file that the build resolved is not there any more, or can't be unpacked. */
  ARTIFACT_MISSING(2),
  /** A shared library of the operating system that MySQL needs is missing. */
  LIBRARY_MISSING(2),
  /** A server did not start, stopped while starting, or was not ready in time. */
  START_FAILED(2),
  /** A server does not answer, or answers with an error. */
  UNREACHABLE(2),
  /** The sandbox's folder can't be read, written, locked or removed. */
  FOLDER(2);

  private final int exitCode;

  SandboxFault(int exitCode) {
    this.exitCode = exitCode;
  }

  /** The exit code of the command line for this fault. */
  public int exitCode() {
    return exitCode;
  }
}
