package io.tallykeep.jobs.retention.crash;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every effect a command has on MySQL and on the object store: the one place where they are listed.
 * {@code EffectsAreRegisteredIT} compares the list with what the servers saw; {@code CrashMatrix}
 * crashes around each.
 *
 * <p>An effect is found by texts that follow one another in the requests of one connection; {@code
 * {control}}, {@code {inbox}} and {@code {archive}} stand for the control schema, the inbox table
 * and the archive's folder in the bucket.
 */
public enum ExternalEffect {
  /** The control schema's own history of migrations. */
  MIGRATION_HISTORY(Stage.ADOPT, "CREATE TABLE `{control}`.`tallykeep_schema_history`"),
  /** A table of the control schema; DDL, so each is an effect of its own. */
  CONTROL_TABLE(Stage.ADOPT, "CREATE TABLE IF NOT EXISTS archive_head"),
  /** A table of the job repository. */
  REPOSITORY_TABLE(Stage.ADOPT, "CREATE TABLE IF NOT EXISTS BATCH_STEP_EXECUTION "),
  LATE_TABLE(Stage.ADOPT, "CREATE TABLE `{control}`.`late_inbox`"),
  ADOPTED_DAYS(Stage.ADOPT, "INSERT INTO `{control}`.day_ledger", "COMMIT"),
  TRIGGER(Stage.ADOPT, "CREATE DEFINER = CURRENT_USER TRIGGER"),

  PARTITIONS_ADDED(Stage.PROVISION, "ALTER TABLE {inbox} REORGANIZE PARTITION"),
  PROVISIONED_DAYS(Stage.PROVISION, "INSERT INTO `{control}`.day_ledger", "COMMIT"),

  TABLE_METADATA(Stage.FIRST_ARCHIVE, "PUT {archive}/metadata/00000"),
  TABLE_CREATED(Stage.FIRST_ARCHIVE, "INSERT INTO `{control}`.iceberg_tables", "COMMIT"),

  LEASE_TAKEN(Stage.ARCHIVE, "INSERT INTO `{control}`.worker_lease"),
  CLOCK_SEEN(Stage.ARCHIVE, "INSERT INTO `{control}`.server_clock"),
  CLOSED(Stage.ARCHIVE, "SET progress = 'CLOSED'", "COMMIT"),
  FROZEN(Stage.ARCHIVE, "SET progress = 'FROZEN'", "COMMIT"),
  DATA_FILE(Stage.ARCHIVE, "PUT {archive}/data/"),
  FILES_RECORDED(Stage.ARCHIVE, "INSERT INTO `{control}`.archive_file"),
  COPIED(Stage.ARCHIVE, "SET progress = 'COPIED'", "COMMIT"),
  PUBLISHING(Stage.ARCHIVE, "SET progress = 'PUBLISHING'", "COMMIT"),
  MANIFEST(Stage.ARCHIVE, "PUT {archive}/metadata/", "-m0.avro"),
  MANIFEST_LIST(Stage.ARCHIVE, "PUT {archive}/metadata/snap-"),
  METADATA(Stage.ARCHIVE, "PUT {archive}/metadata/0"),
  POINTER(Stage.ARCHIVE, "UPDATE `{control}`.iceberg_tables", "COMMIT"),
  PUBLISHED(Stage.ARCHIVE, "SET progress = 'PUBLISHED'", "COMMIT"),
  PROVEN(Stage.ARCHIVE, "SET progress = 'PROVEN'", "COMMIT"),
  HELD(Stage.ARCHIVE, "SET progress = 'HELD'", "COMMIT"),
  LEASE_GIVEN_BACK(Stage.ARCHIVE, "UPDATE `{control}`.worker_lease SET expires_at"),
  DEFERRED(Stage.STUCK_ARCHIVE, "attention = 'DEFERRED', attention_reason", "COMMIT"),
  THAWED(Stage.THAWING_ARCHIVE, "freeze_number = NULL, run_id = NULL", "COMMIT"),

  DROPPING(Stage.DROP, "SET progress = 'DROPPING'", "COMMIT"),
  PARTITION_DROPPED(Stage.DROP, "ALTER TABLE {inbox} DROP PARTITION"),
  DROPPED(Stage.DROP, "SET progress = 'DROPPED'", "COMMIT"),

  EXPIRED(Stage.EXPIRE, "SET progress = 'EXPIRED'", "COMMIT"),
  FILES_REMOVED(Stage.EXPIRE, "UPDATE `{control}`.iceberg_tables", "COMMIT"),

  TRIGGER_DROPPED(Stage.REMOVE, "DROP TRIGGER"),

  LATE_RUN_ABANDONED(Stage.LATE, "UPDATE `{control}`.late_run SET progress = 'ABANDONED'"),
  LATE_FILE(Stage.LATE, "PUT {archive}/data/"),
  LATE_COPIED(Stage.LATE, "INSERT INTO `{control}`.late_run"),
  LATE_POINTER(Stage.LATE, "UPDATE `{control}`.iceberg_tables", "COMMIT"),
  LATE_PUBLISHED(Stage.LATE, "late_run SET progress = 'PUBLISHED'"),
  LATE_PROVEN(Stage.LATE, "late_run SET progress = 'PROVEN'"),
  LATE_ROWS_DELETED(Stage.LATE, "FROM `{control}`.`late_inbox` WHERE", "COMMIT"),
  LATE_DONE(Stage.LATE, "late_run SET progress = 'DONE'"),

  RESTORE_BEGUN(Stage.RESTORE, "INSERT INTO `{control}`.restore_file", "COMMIT"),
  SIDE_TABLE(Stage.RESTORE, "CREATE TABLE `{control}`.`inbox_restored"),
  ROWS_RESTORED(Stage.RESTORE, "INSERT INTO `{control}`.`inbox_restored", "COMMIT"),
  RESTORED_FILE_READ(Stage.RESTORE, "UPDATE `{control}`.restore_file SET file_digest"),
  RESTORE_VERIFIED(Stage.RESTORE, "UPDATE `{control}`.restore SET verified_at"),

  DRILL_BEGUN(Stage.DRILL, "INSERT INTO `{control}`.drill"),
  DRILL_TABLE(Stage.DRILL, "CREATE TABLE `{control}`.`inbox_drill"),
  DRILL_ROWS(Stage.DRILL, "INSERT INTO `{control}`.`inbox_drill", "COMMIT"),
  DRILL_TABLE_DROPPED(Stage.DRILL, "DROP TABLE IF EXISTS `{control}`.`inbox_drill"),
  DRILL_FORGOTTEN(Stage.DRILL, "DELETE FROM `{control}`.restore"),
  DRILL_RECORDED(Stage.DRILL, "UPDATE `{control}`.drill SET outcome"),

  HOLD_ADDED(Stage.HOLD, "INSERT INTO `{control}`.legal_hold", "COMMIT"),
  HOLD_RELEASED(Stage.HOLD_RELEASE, "UPDATE `{control}`.legal_hold", "COMMIT"),
  INTERVENTION_BEGUN(Stage.RETRY, "INSERT INTO `{control}`.operator_action"),
  ATTENTION_CLEARED(Stage.RETRY, "SET attention = 'NONE', attention_nights = 0", "COMMIT"),
  INTERVENTION_RECORDED(Stage.RETRY, "UPDATE `{control}`.operator_action"),
  PAUSED(Stage.PAUSE, "INSERT INTO `{control}`.control_switch", "COMMIT"),

  POINTER_REBUILT(Stage.REBUILD, "INSERT INTO `{control}`.iceberg_tables", "COMMIT"),
  FILES_REBUILT(Stage.REBUILD, "INSERT INTO `{control}`.archive_file");

  /** Statements that belong to the transaction of a registered effect, or to bookkeeping. */
  private static final List<String> COVERED_BY_OTHERS =
      List.of(
          // in the transaction of TABLE_CREATED, POINTER and FILES_REMOVED
          "INSERT INTO `{control}`.archive_head",
          "INSERT INTO `{control}`.iceberg_namespace_properties",
          // in the transaction of FILES_RECORDED
          "DELETE FROM `{control}`.archive_file",
          // in the transaction of PROVEN
          "SET row_count = ",
          // in the transaction of DROPPED
          "INSERT INTO `{control}`.partition_drop",
          // in the transaction of LATE_ROWS_DELETED
          "SET epoch = ",
          // in the transaction of RESTORE_BEGUN, and in that of ROWS_RESTORED
          "INSERT INTO `{control}`.restore ",
          "UPDATE `{control}`.restore_file SET rows_taken",
          // the first row of a table, made with it
          "INSERT IGNORE INTO control_switch",
          // a beat of the lease; what its loss does is FenceIT's
          "UPDATE `{control}`.worker_lease SET renewed_at",
          // in the transaction of ADOPTED_DAYS
          "INSERT IGNORE INTO `{control}`.day_ledger",
          // CREATE DATABASE IF NOT EXISTS: nothing that a crash could leave half done
          "CREATE DATABASE IF NOT EXISTS `{control}`",
          // further tables of the control schema, and its history
          "CREATE TABLE IF NOT EXISTS ",
          "INSERT INTO BATCH_JOB_EXECUTION_SEQ",
          "INSERT INTO BATCH_JOB_INSTANCE_SEQ",
          "INSERT INTO BATCH_STEP_EXECUTION_SEQ",
          "`{control}`.`tallykeep_schema_history`",
          // the job repository's rows: a run's diary, from which nothing is decided
          "INSERT INTO BATCH_",
          "UPDATE BATCH_",
          "update BATCH_");

  private final Stage stage;
  private final List<String> texts;

  ExternalEffect(Stage stage, String... texts) {
    this.stage = stage;
    this.texts = List.of(texts);
  }

  /** The command that has it. */
  public Stage stage() {
    return stage;
  }

  /** The texts that find it in the traffic of an inbox's jobs. */
  public String[] texts(Names names) {
    return texts.stream().map(names::in).toArray(String[]::new);
  }

  public boolean isOfObjectStore() {
    return texts.get(0).startsWith("PUT ");
  }

  /** The effects of one command, in their order. */
  public static List<ExternalEffect> of(Stage stage) {
    return Arrays.stream(values()).filter(effect -> effect.stage == stage).toList();
  }

  /** Whether a request the server saw is registered. */
  static boolean isRegistered(String request, Names names) {
    return Stream.concat(
            Arrays.stream(values()).map(effect -> effect.texts.get(0)), COVERED_BY_OTHERS.stream())
        .map(names::in)
        .anyMatch(request::contains);
  }
}
