package io.tallykeep.jobs.cli;

/** The jobs there are, as the command line names them, in the order of a night. */
enum JobName {
  PROVISION,
  ARCHIVE,
  LATE,
  DROP,
  EXPIRE
}
