package io.tallykeep.jobs.cli;

/** The jobs there are, as the command line names them. */
enum JobName {
  PROVISION,
  ARCHIVE,
  DROP,
  LATE,
  EXPIRE
}
