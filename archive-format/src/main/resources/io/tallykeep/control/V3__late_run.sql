-- One row per attempt to bring late rows into the archive. Its files stand in archive_file under
-- the table partition '(late)', which no table can have. Rows leave the late table only on account
-- of a run that is PROVEN here; the files of an ABANDONED one are replaced by the next commit.
CREATE TABLE IF NOT EXISTS late_run (
  run_id            VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  dataset           VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  shard             SMALLINT UNSIGNED NOT NULL,
  progress          VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  snapshot_sequence BIGINT UNSIGNED NOT NULL DEFAULT 0,
  row_count         BIGINT UNSIGNED NOT NULL,
  digest            BINARY(32) NOT NULL,
  unarchivable_rows BIGINT UNSIGNED NOT NULL DEFAULT 0,
  kept_back         VARCHAR(4000) NOT NULL,
  stopped_reason    VARCHAR(2000) NULL,
  copied_at         TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  changed_at        TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  PRIMARY KEY (run_id),
  KEY late_run_progress (dataset, shard, progress),
  CONSTRAINT late_run_progress CHECK (progress IN ('COPIED','PUBLISHED','PROVEN','DONE','ABANDONED'))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
