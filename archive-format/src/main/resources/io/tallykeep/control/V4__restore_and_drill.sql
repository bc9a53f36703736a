-- Archived days brought back into a side table: one row per side table, kept while the table is.
CREATE TABLE IF NOT EXISTS restore (
  restore_id        CHAR(36)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  dataset           VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard             SMALLINT UNSIGNED NOT NULL,
  first_day         DATE NOT NULL,
  last_day          DATE NOT NULL,
  target_schema     VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  target_table      VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  metadata_location VARCHAR(1000) NOT NULL,
  started_at        TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  verified_at       TIMESTAMP(6) NULL,
  PRIMARY KEY (restore_id),
  UNIQUE KEY restore_target (target_schema, target_table)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The files of a restore, in the order they are taken. rows_taken, rows_restored and digest move in
-- the transaction that inserts the rows, so that a restore goes on exactly where it was killed.
CREATE TABLE IF NOT EXISTS restore_file (
  restore_id    CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  ordinal       INT UNSIGNED NOT NULL,
  event_day     DATE NOT NULL,
  path          VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  size_bytes    BIGINT UNSIGNED NOT NULL,
  sequence      BIGINT UNSIGNED NOT NULL,
  row_count     BIGINT UNSIGNED NOT NULL,
  rows_taken    BIGINT UNSIGNED NOT NULL DEFAULT 0,
  rows_restored BIGINT UNSIGNED NOT NULL DEFAULT 0,
  digest        BINARY(32) NOT NULL,
  file_digest   BINARY(32) NULL,
  PRIMARY KEY (restore_id, ordinal)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Every trial restore: the day, what came of it. Kept as evidence.
CREATE TABLE IF NOT EXISTS drill (
  drill_id     CHAR(36)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  dataset      VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard        SMALLINT UNSIGNED NOT NULL,
  event_day    DATE NOT NULL,
  target_table VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  outcome      VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'STARTED',
  reason       VARCHAR(2000) NULL,
  row_count    BIGINT UNSIGNED NULL,
  digest       BINARY(32) NULL,
  started_at   TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  ended_at     TIMESTAMP(6) NULL,
  PRIMARY KEY (drill_id),
  KEY drill_day (dataset, shard, event_day),
  CONSTRAINT drill_outcome CHECK (outcome IN ('STARTED','OK','FAILED','UNFINISHED'))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
